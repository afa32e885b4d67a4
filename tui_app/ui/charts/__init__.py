"""Charts of yearly figures as text; ``plot`` is the only module that knows plotext.

``bars.draw`` builds bars once per data, size, style and language and caches them.
``lines.draw_lines`` draws several companies, ``sparkline`` a chart of one row. plotext is imported
with the first chart, not before. ``wording.describe`` puts a chart into words.
"""
