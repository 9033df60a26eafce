import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { at, nodePath, tools } from './root.mjs'
import { capture } from './run.mjs'

const openapi = 'apps/server/openapi.json'

/** A program that prints the file. */
const printed = (program) => () => [at(program)]

/** Each generated file and the command that prints it; `fresh` shows where a file generated before it is. */
const outputs = [
  { file: 'apps/server/schema.sql', command: printed('apps/server/src/bin/schema.ts') },
  { file: 'docs/operate/citus.sql', command: printed('apps/server/src/bin/citus.ts') },
  { file: 'docs/table-ownership.md', command: printed('apps/server/src/bin/table-ownership.ts') },
  { file: 'docs/operate/environment.md', command: printed('apps/server/src/bin/environment.ts') },
  { file: 'scripts/lib/settings.generated.mjs', command: printed('scripts/lib/settings.bundle.mjs') },
  { file: openapi, command: printed('apps/server/src/bin/openapi.ts') },
  {
    file: 'packages/api-client/src/schema.d.ts',
    command: (fresh) => [tools.openapiTypescript, fresh(openapi), '--alphabetize'],
  },
]

async function print(file, parameters) {
  const { code, stdout, output } = await capture(nodePath(), parameters, { LOG_LEVEL: 'silent' })
  if (code !== 0 || !stdout) throw new Error(`${file} could not be generated.\n${output}`)
  return stdout
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

async function generateInto(folder) {
  for (const { file, command } of outputs) {
    write(
      join(folder, file),
      await print(
        file,
        command((made) => join(folder, made)),
      ),
    )
  }
}

function differs(folder, file) {
  return !existsSync(at(file)) || readFileSync(at(file), 'utf8') !== readFileSync(join(folder, file), 'utf8')
}

/**
 * Generates the generated files. With `check` nothing is written, and files that are not current are
 * faults. Resolves with `{ ok, output, summary }`.
 */
export async function generate({ check }) {
  const folder = mkdtempSync(join(tmpdir(), 'steward-gen-'))
  try {
    await generateInto(folder)
    const stale = outputs.map(({ file }) => file).filter((file) => differs(folder, file))
    const summary = `${outputs.length} files, ${stale.length} of them ${check ? 'not current' : 'changed'}`
    if (!check) for (const file of stale) write(at(file), readFileSync(join(folder, file)))
    const output = stale.map((file) => `${file} is not current; run: npm run gen`).join('\n')
    return { ok: !check || stale.length === 0, output, summary }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
