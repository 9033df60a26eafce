import { afterAll, expect, it } from 'vitest'
import { createParserPool, InputTooCostly } from './parser-pool.ts'
import { parse } from './parser.fixture.ts'

const parsers = createParserPool()
afterAll(() => parsers.close())

const parser = { module: new URL('parser.fixture.ts', import.meta.url), name: parse.name }
const run = (input: unknown, options = {}) => parsers.run<unknown>(parser, input, options)

it('gives back what the parser returns', async () => {
  expect(await run({ act: 'echo', value: new Map([[1, 'one']]) })).toEqual(new Map([[1, 'one']]))
})

it('ends what takes longer than it may, and parses the next input', async () => {
  await expect(run({ act: 'spin' }, { deadline: 200 })).rejects.toThrow(InputTooCostly)
  expect(await run({ act: 'echo', value: 1 })).toBe(1)
})

it('ends what needs more memory than it may, and parses the next input', async () => {
  await expect(run({ act: 'grow' })).rejects.toThrow(InputTooCostly)
  expect(await run({ act: 'echo', value: 2 })).toBe(2)
})

it('ends what nobody waits for any more', async () => {
  const caller = new AbortController()
  const parsing = run({ act: 'spin' }, { signal: caller.signal })
  caller.abort()
  await expect(parsing).rejects.not.toThrow(InputTooCostly)
})

it("passes on the parser's own errors, and nothing of the environment's settings", async () => {
  await expect(run({ act: 'fail' })).rejects.toThrow('It fails.')
  process.env['PARSER_TEST_SECRET'] = 'secret'
  expect(await run({ act: 'environment' })).not.toHaveProperty('PARSER_TEST_SECRET')
})

it('refuses more inputs than may wait', async () => {
  const waiting = Array.from({ length: 40 }, () => run({ act: 'spin' }, { deadline: 1500 }))
  const results = await Promise.allSettled(waiting)
  const codes = results.map((one) => (one.status === 'rejected' ? one.reason.code : 'done'))
  expect(codes.filter((code) => code === 'unavailable').length).toBeGreaterThan(0)
  expect(codes.filter((code) => code === undefined).length).toBeGreaterThanOrEqual(32)
})
