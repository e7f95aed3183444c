"""English: learner essays first of all, and court cases, e-mails, posts and biographies."""
