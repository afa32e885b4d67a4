"""The classification of economic activities (CAEN) in both revisions: see NOTICE for its source."""
