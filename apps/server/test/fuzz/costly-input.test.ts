import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { png } from '../../src/modules/file/image.fixture.ts'
import { create } from '../../src/modules/record/record.fixture.ts'
import { upload } from '../../src/modules/sheet/sheet.fixture.ts'
import { openXlsx } from '../../src/platform/workbook/xlsx.writing.ts'
import { startTestApp, type Client, type TestApp } from '../harness.ts'
import { longestStall, longestTurn } from '../longest-turn.ts'
import { costlyInputs, type CostlyInput } from './costly-input.ts'
import { randomOf } from './random.ts'

const { FUZZ_SEED = '1' } = process.env
/** MB that the process may grow by. */
const mostMemory = 100

interface Cost {
  inputs: number
  stall: { cpu: number; name: string }
  memory: { grown: number; name: string }
}

let app: TestApp
let admin: Client
let account: number
let inputs: CostlyInput[]
const costs = new Map<string, Cost>()

async function formOf(field: string, name: string, bytes: Buffer): Promise<Partial<InjectOptions>> {
  const form = new FormData()
  form.append(field, new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

const jsonOf = (body: object): Partial<InjectOptions> => ({
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(body),
})

const place = () => ({ level: 'account', parentIdentifier: account })

/** The call that has an input parsed; made ready before it is measured. */
const calls: Record<CostlyInput['to'], (input: CostlyInput) => Promise<InjectOptions> | InjectOptions> = {
  mail: async ({ bytes }) => ({
    method: 'POST',
    url: `/api/email-v3/messages/import?level=account&parentIdentifier=${account}`,
    ...(await formOf('file', 'a.eml', bytes)),
  }),
  sheet: async ({ bytes, fileName = '' }) => ({
    method: 'POST',
    url: `/api/core/entity/bulk/uploads/${await upload(app, admin, fileName, bytes)}/detect`,
    ...jsonOf({ level: 'account' }),
  }),
  image: async ({ bytes, fileName = '' }) => ({
    method: 'PUT',
    url: '/api/file-management/image/accounts',
    ...(await formOf('image', fileName, bytes)),
  }),
  formula: ({ bytes }) => ({
    method: 'POST',
    url: '/api/core/fields/formula/check',
    ...jsonOf({ level: 'account', dataType: 'number', formula: bytes.toString() }),
  }),
  cell: ({ bytes }) => ({
    method: 'POST',
    url: '/api/core/accounts/cells',
    ...jsonOf({ cells: [{ id: account, data: { due: bytes.toString() } }], asText: true }),
  }),
  note: ({ bytes }) => ({
    method: 'POST',
    url: '/api/core/notes',
    ...jsonOf({ ...place(), title: 'Pasted', description: bytes.toString() }),
  }),
  json: ({ bytes }) => ({
    method: 'POST',
    url: '/api/core/accounts',
    headers: { 'content-type': 'application/json' },
    payload: bytes,
  }),
}

async function measure(input: CostlyInput): Promise<void> {
  const call = await calls[input.to](input)
  const headers = { ...call.headers, authorization: `Bearer ${admin.token}` }
  const { cpu, memory } = await longestTurn(async () => {
    const answer = await app.application.app.inject({ ...call, headers })
    const what = `${input.kind}: ${input.name}`
    expect(answer.statusCode, what).not.toBe(500)
    if (!input.isSound) return
    expect(answer.statusCode, what).toBe(200)
    expect(answer.payload, what).not.toContain('"refused"')
  })
  const cost = costs.get(input.kind) ?? {
    inputs: 0,
    stall: { cpu: 0, name: '' },
    memory: { grown: 0, name: '' },
  }
  cost.inputs += 1
  if (cpu > cost.stall.cpu) cost.stall = { cpu, name: input.name }
  if (memory > cost.memory.grown) cost.memory = { grown: memory, name: input.name }
  costs.set(input.kind, cost)
}

/** A sound workbook of 20,000 rows. */
async function workbookBytes(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-costly-'))
  const path = join(folder, 'a.xlsx')
  const writer = openXlsx(path, 'Accounts', ['name', 'about'])
  for (let row = 0; row < 20_000; row += 1) await writer.write([[`Name ${row}`, 'x'.repeat(row % 50)]])
  await writer.end()
  const bytes = await readFile(path)
  await rm(folder, { recursive: true })
  return bytes
}

function table(): string {
  const rows = [...costs].map(([kind, { inputs: count, stall, memory }]) => {
    const figures = [String(count), `${Math.round(stall.cpu)} ms`, `${Math.round(memory.grown)} MB`]
    const cells = [kind.padEnd(18), ...figures.map((figure) => figure.padStart(8))]
    return `${cells.join('')}  ${stall.name}; ${memory.name}`
  })
  const head = `${'kind'.padEnd(18)}${'inputs'.padStart(8)}${'stall'.padStart(8)}${'memory'.padStart(8)}  the worst of each`
  return [head, ...rows, ''].join('\n')
}

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'fatal' })
  admin = await app.as('administrator')
  account = await create(admin, 'accounts', { name: 'Northwind' })
  const field = { displayName: 'Due', name: 'due', dataType: 'date', columnLevel: 'account' }
  expect((await admin.post('core/fields', field)).status).toBe(200)
  const workbook = await workbookBytes()
  inputs = costlyInputs(randomOf(FUZZ_SEED), workbook, png(400, 400))
  // Code that has never run is compiled in the turn that calls it first.
  for (const kind of new Set(inputs.map((one) => one.kind))) {
    const [first] = inputs
      .filter((one) => one.kind === kind)
      .toSorted((a, b) => a.bytes.length - b.bytes.length)
    await measure(first as CostlyInput)
  }
  costs.clear()
})
afterAll(() => app.stop())

describe('input of every kind', () => {
  it('holds up nobody, and takes little memory', async () => {
    for (const input of inputs) await measure(input)
    process.stdout.write(table())
    const tooMuch = [...costs].flatMap(([kind, { stall, memory }]) => [
      ...(stall.cpu > longestStall ? [`${kind}: ${stall.name} stalls ${Math.round(stall.cpu)} ms`] : []),
      ...(memory.grown > mostMemory ? [`${kind}: ${memory.name} takes ${Math.round(memory.grown)} MB`] : []),
    ])
    expect(tooMuch).toEqual([])
  })
})
