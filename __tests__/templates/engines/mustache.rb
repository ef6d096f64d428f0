# Reads a list of [template, values] as JSON and prints what Mustache makes of each.
require 'json'
require 'mustache'
puts JSON.generate(JSON.parse($stdin.read).map { |text, values| Mustache.render(text, values) })
