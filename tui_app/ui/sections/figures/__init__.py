"""The content and layout of the Financials tab, as functions without widgets."""
