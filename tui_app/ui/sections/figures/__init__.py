"""The figures of the Financials tab: what is said of them and how it is laid out. No widgets."""
