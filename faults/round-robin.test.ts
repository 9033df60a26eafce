import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './free-port.ts'
import { roundRobin } from './round-robin.ts'

async function answering(): Promise<number> {
  const server = createServer((_request, response) => void response.end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('however many ask at once, each finds the one server that takes connections', async () => {
  const [here, ...gone] = [await answering(), await freePort(), await freePort()]
  const proxy = await roundRobin([here, ...gone])
  onTestFinished(() => proxy.stop())
  const answers = await Promise.all(
    Array.from({ length: 300 }, () => fetch(`http://127.0.0.1:${proxy.port}/`)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect([...proxy.answered]).toEqual([[here, 300]])
})

test('where nobody takes connections the caller is told', async () => {
  const proxy = await roundRobin([await freePort(), await freePort()])
  onTestFinished(() => proxy.stop())
  const answer = await fetch(`http://127.0.0.1:${proxy.port}/`)
  expect([answer.status, await answer.text()]).toEqual([502, 'No server takes connections.'])
})
