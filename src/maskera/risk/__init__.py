"""How likely what a text says finds the person it is about, and the fewest masks that bring this down.

`texts` has the nouns, `indicators` five functions that score mentions, `assess` weighs them into one
risk, `masking` chooses what to hide, `k_report` and `linkage` look at a corpus as a whole, `misses`
bounds what detection has left. Fitting is in maskera.train.risk.
"""
