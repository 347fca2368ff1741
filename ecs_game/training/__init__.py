"""Training by self-play, and the networks that come of it. Needs the extra ``train`` (PyTorch); nothing else imports it before it is used."""
