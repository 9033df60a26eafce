import { spawn } from 'node:child_process'

const minute = 60_000

/** Runs a program to its end, or for so many minutes; resolves with what it wrote. */
export function listen(command, parameters, minutes) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    const timer = setTimeout(() => child.kill(), minutes * minute)
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part) => {
        text += part
      })
    child.on('error', () => reject(new Error(`${command} is missing: apt-get install sqlmap wapiti`)))
    child.on('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })
}
