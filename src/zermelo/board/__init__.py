"""The board component: its view as JSON beside the JavaScript and CSS that read it."""
