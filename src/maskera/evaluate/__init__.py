"""The measuring side: any detector against any gold, the way the papers do it."""
