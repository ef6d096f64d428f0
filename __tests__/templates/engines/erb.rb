# Reads a list of [template, values] as JSON and prints what ERB makes of each, as Puppet calls it: values are instance variables.
require 'erb'
require 'json'
made = JSON.parse($stdin.read).map do |text, values|
  scope = Object.new
  values.each { |name, value| scope.instance_variable_set("@#{name}", value) }
  ERB.new(text, trim_mode: '-').result(scope.instance_eval { binding })
end
puts JSON.generate(made)
