import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listen } from './listen.mjs'
import { addressOf, bodyOf, soundCall } from './review-calls.mjs'

/** sqlmap tries the end of an address that has nothing else to be tried where a star stands. */
function markedAddress(one) {
  const address = addressOf(one)
  return address.includes('?') || bodyOf(one) !== undefined ? address : `${address}*`
}

/** One call as text, as sqlmap reads it. */
function requestOf(host, token, one) {
  const body = bodyOf(one)
  const lines = [
    `${one.method} ${markedAddress(one)} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${token}`,
    ...(body === undefined ? [] : ['Content-Type: application/json']),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body === undefined ? '' : JSON.stringify(body)}`
}

/** What sqlmap says in the end. */
function verdictOf(text) {
  if (text.includes('identified the following injection point')) return 'FOUND'
  return text.includes('do not appear to be injectable') ? 'nothing' : 'unclear'
}

const optionsOf = (file, folder, { level, risk }) =>
  [
    `-r ${file} --output-dir ${folder} --ignore-stdin --batch --flush-session --disable-coloring`,
    `--dbms PostgreSQL --level ${level} --risk ${risk} --ignore-code * --answers follow=N`,
  ].flatMap((line) => line.split(' '))

/**
 * Has sqlmap try every parameter of the calls, in query, JSON body or path. `sound` counts the calls that are
 * taken as they are sent, `tested` the parameters that it stopped trying on.
 */
export async function reviewInjection(given, folder, calls, token) {
  const waiting = [...calls]
  const counts = { calls: waiting.length, sound: 0, tested: 0, found: [], unclear: [] }
  const { host } = new URL(given.url)
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const { operationId } = one.operation
      const sound = await soundCall(given.url, token, one)
      const file = join(folder, `${operationId}.txt`)
      writeFileSync(file, requestOf(host, token, sound))
      const options = optionsOf(file, join(folder, 'sqlmap', operationId), given)
      const text = await listen('sqlmap', options, Number(given.minutes))
      writeFileSync(`${file}.log`, text)
      const verdict = verdictOf(text)
      counts.sound += sound.isSound ? 1 : 0
      counts.tested += (text.match(/does not seem to be injectable/g) ?? []).length
      if (verdict === 'FOUND') counts.found.push(operationId)
      if (verdict === 'unclear') counts.unclear.push(operationId)
      process.stdout.write(`${verdict} ${operationId}\n`)
    }
  }
  await Promise.all(Array.from({ length: Number(given.at) }, work))
  return counts
}
