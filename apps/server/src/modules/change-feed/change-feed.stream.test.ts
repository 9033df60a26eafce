import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openEventStream } from './change-feed.stream.ts'

it('drops what is sent after its end, while nobody has read as far', async () => {
  const { readable, send, beat, end } = openEventStream()
  send('change', { level: 2 }, 7)
  end()
  send('reset', {})
  beat()
  end()
  expect(await text(readable)).toBe('retry: 2000\n\nid: 7\nevent: change\ndata: {"level":2}\n\n')
})

it('keeps what breaks it to itself before it has a reader', async () => {
  const { readable } = openEventStream()
  const closed = new Promise((resolve) => readable.once('close', resolve))
  readable.destroy(new Error('The line broke'))
  await closed
  expect(readable.errored).toMatchObject({ message: 'The line broke' })
})

it('lets a reader go who leaves too much unread', () => {
  const { readable, send } = openEventStream()
  send('change', 'x'.repeat(256 * 1024))
  expect(readable.destroyed).toBe(true)
})
