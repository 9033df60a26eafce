import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type Client, type TestApp } from '../../../test/harness.ts'
import { longestStall, longestTurn } from '../../../test/longest-turn.ts'
import { create } from '../record/record.fixture.ts'
import { importMails } from './email.fixture.ts'

let app: TestApp
let me: Client
let page: string

beforeAll(async () => {
  app = await startTestApp()
  me = await app.newUser('manager', 'me@us.test')
  page = `level=account&parentIdentifier=${await create(me, 'accounts', { name: 'Northwind' })}`
  // Code that has never run is compiled in the turn that calls it first.
  await importMails(app, me, page, Buffer.from(`${head}\nHello`))
})
afterAll(() => app.stop())

const head = 'From: Ada <ada@customer.test>\nDate: Tue, 24 Nov 2026 10:00:00 +0000\n'
const megabytes = 1_000_000

const hostile: Record<string, string> = {
  'nothing but line ends': '\n'.repeat(5 * megabytes),
  'a text of line ends': `${head}\n${'\n'.repeat(5 * megabytes)}`,
  'boundaries without parts': `${head}Content-Type: multipart/mixed; boundary=a\n\n${'--a\n\n'.repeat(megabytes)}`,
  'lines that flow': `${head}Content-Type: text/plain; format=flowed\n\n${'a \n'.repeat(megabytes)}`,
  'tags that never end': `${head}Content-Type: text/html\n\n${'<div>'.repeat(megabytes)}`,
}

it.each(Object.entries(hostile))('does not hold up the process with %s', async (_, mail) => {
  const bytes = Buffer.from(mail)
  const turn = await longestTurn(async () => {
    const [result] = await importMails(app, me, page, bytes)
    expect(result?.reason ?? 'imported').not.toMatch(/could not be read/)
  })
  expect(turn.cpu).toBeLessThan(longestStall)
})

it('says of a mail that costs too much what to do', async () => {
  const [result] = await importMails(app, me, page, Buffer.from(hostile['a text of line ends'] as string))
  expect(result).toMatchObject({
    outcome: 'refused',
    reason: 'This e-mail is too complex to read. Remove its largest parts and try again.',
  })
})
