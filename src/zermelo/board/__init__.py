"""The board component: its view as JSON, and the JavaScript and CSS that read it."""
