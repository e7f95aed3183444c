"""What runs over all tokens: linear chains, networks and their decoding; knows no language and no
label."""
