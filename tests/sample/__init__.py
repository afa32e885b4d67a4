"""How the sample is invented: ``python -m tests.sample.generate`` writes what the package ships."""
