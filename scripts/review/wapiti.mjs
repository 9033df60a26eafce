import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listen } from './listen.mjs'
import { addressOf, soundCall } from './review-calls.mjs'

/** Its modules that need no service outside of this machine. */
const modules =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss'

/** What it reports every server, and why it is as it is. */
const explained = {
  'X-XSS-Protection is not set':
    'it is set to 0, which takes the filters of old browsers out, as it should be',
  'Strict-Transport-Security is not set': 'TLS ends at the proxy, which sets it',
}

const found = (groups) =>
  Object.entries(groups)
    .map(([name, entries]) => [name, entries.filter(({ info }) => !(info in explained))])
    .filter(([, entries]) => entries.length > 0)

/** Has wapiti visit the application and the calls that read for a third of the time, and attack what it finds for the rest. */
export async function reviewPages(given, folder, calls, token) {
  const report = join(folder, 'wapiti.json')
  const seconds = Number(given.minutes) * 60
  const attacks = modules.split(',').length
  const addresses = []
  let sound = 0
  for (const one of calls.filter(({ method }) => method === 'GET')) {
    const good = await soundCall(given.url, token, one)
    sound += good.isSound ? 1 : 0
    addresses.push('-s', `${given.url}${addressOf(good)}`)
  }
  const options = [
    `-u ${given.url}/ -m ${modules} --scope domain --flush-session --no-bugreport -f json -o ${report}`,
    `--max-scan-time ${Math.ceil(seconds / 3)} --max-attack-time ${Math.ceil(((seconds / 3) * 2) / attacks)}`,
  ].flatMap((line) => line.split(' '))
  const header = ['-H', `Authorization: Bearer ${token}`]
  const text = await listen('wapiti', [...options, ...header, ...addresses], Number(given.minutes) + 15)
  writeFileSync(join(folder, 'wapiti.log'), text)
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8'))
  return {
    visited: addresses.length / 2,
    sound,
    vulnerabilities: found(vulnerabilities),
    anomalies: found(anomalies),
  }
}
