import { z } from 'zod'
import { environmentSchema } from '../platform/config/env.ts'

interface Variable {
  description?: string
  default?: unknown
}

function rowOf(name: string, variable: Variable): string {
  const value = variable.default === undefined ? '' : `\`${String(variable.default)}\``
  return `| \`${name}\` | ${value} | ${variable.description ?? ''} |`
}

/** Prints the page about environment variables, made from the schema that reads them. */
const { properties = {} } = z.toJSONSchema(environmentSchema, { io: 'input', unrepresentable: 'any' })
const rows = Object.entries(properties).map(([name, variable]) => rowOf(name, variable as Variable))
process.stdout.write(
  [
    '# Environment',
    '',
    'Every variable that Steward reads. All are optional; an empty value counts as absent.',
    '',
    '| Variable | Default | Description |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n'),
)
