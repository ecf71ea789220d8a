"""Search trees: their record, drawings and worksheets, and the page that replays them."""
