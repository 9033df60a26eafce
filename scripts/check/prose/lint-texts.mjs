// Lints texts given as JSON and prints the findings, for the tests of the prose check.
import { lintProse } from './lint.mjs'
import { patterns } from './patterns.mjs'

const { texts, quoted } = JSON.parse(process.argv[2])
const findings = []
for (const { file, text } of texts) findings.push(await lintProse(file, text, quoted))
process.stdout.write(JSON.stringify({ sources: patterns.map(({ source }) => source), findings }))
