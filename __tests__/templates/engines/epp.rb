# Reads a list of [template, values] as JSON and prints what Puppet makes of each: one run for all, for starting it takes seconds.
require 'json'
require 'open3'
require 'tmpdir'
def literal(value)
  case value
  when Hash then "{#{value.map { |key, one| "#{literal(key)} => #{literal(one)}" }.join(', ')}}"
  when Array then "[#{value.map { |one| literal(one) }.join(', ')}]"
  when String then "'#{value.gsub(/[\\']/) { |char| "\\#{char}" }}'"
  else value.to_s
  end
end
jobs = JSON.parse($stdin.read)
made = Dir.mktmpdir do |folder|
  lines = jobs.each_with_index.map do |(text, values), number|
    File.write("#{folder}/#{number}.epp", text)
    "file { '#{folder}/#{number}.out': content => epp('#{folder}/#{number}.epp', #{literal(values)}) }"
  end
  File.write("#{folder}/all.pp", lines.join("\n"))
  # By default they are below HOME for everybody but root, and Puppet makes no folder above them.
  folders = %w[conf var public].map { |name| "--#{name}dir=#{folder}/#{name}" }
  output, status = Open3.capture2e('puppet', 'apply', *folders, "#{folder}/all.pp")
  abort(output) unless status.success?
  jobs.each_index.map { |number| File.read("#{folder}/#{number}.out") }
end
puts JSON.generate(made)
