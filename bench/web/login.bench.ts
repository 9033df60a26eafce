import { credentials } from '../stage.ts'
import { firstRow, median, type CDPSession, type Page, type WebFigure } from './browser.ts'

const loads = 7
const logins = 5
/** How long each call to the server takes more, as if it were far away. */
const distance = 120

/** A tab that remembers nothing of a session; a page of the same origin that starts nothing is open in it. */
async function forget(page: Page): Promise<void> {
  await page.goto('/readyz')
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
}

async function paintOf(page: Page): Promise<number> {
  await page.goto('about:blank')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log In' }).waitFor()
  await page.waitForTimeout(500)
  return Number(await page.evaluate('window.benchPaint'))
}

/** From the click to the first rows of the start page, in a browser that is not logged in. */
async function logIn(page: Page): Promise<number> {
  await forget(page)
  await page.goto('/login')
  await page.getByLabel('Username').fill(credentials.username)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  // Chunks that the page loads ahead arrive while people type.
  await page.waitForTimeout(1000)
  await page.evaluate(`addEventListener('click', () => { window.benchClick = performance.now() }, true)`)
  await page.getByRole('button', { name: 'Log In' }).click()
  await firstRow(page)
  return Number(await page.evaluate('window.benchRows - window.benchClick'))
}

/** Keeps each call back. Routes of the test library would do it too, but switch off the cache of the browser. */
async function moveAway(session: CDPSession): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId }) => {
    // A page that was left takes its calls with it.
    const goOn = () => void session.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
    setTimeout(goOn, distance)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
}

/** The page to log in, and the way from it to the first rows. Logs out. */
export async function measureLogin(page: Page): Promise<WebFigure[]> {
  await forget(page)
  const paints: number[] = []
  for (let load = 0; load < loads; load += 1) paints.push(await paintOf(page))
  const session = await page.context().newCDPSession(page)
  await moveAway(session)
  const times: number[] = []
  for (let login = 0; login < logins; login += 1) times.push(await logIn(page))
  await session.detach()
  return [
    { measure: `login: largest paint, median of ${loads} loads`, value: median(paints), bound: 500 },
    {
      measure: `login: from the click to the first rows, each call ${distance} ms longer, median of ${logins}`,
      value: median(times),
      bound: 600,
    },
  ]
}
