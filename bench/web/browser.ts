import { launchBrowser } from '../../e2e/browser/launch.ts'
import { credentials, type Stage } from '../stage.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
export type Page = Awaited<ReturnType<Browser['newPage']>>
export type CDPSession = Awaited<ReturnType<ReturnType<Page['context']>['newCDPSession']>>

export interface WebFigure {
  measure: string
  value: number
  bound: number
  /** Of a page of plain text, in the same browser and minute. */
  bare?: number
}

/** Repetitions of each interaction. */
const repetitions = 8

/** Notes when the first row of the list is there, and how long each interaction took to its next paint. */
const observers = `
  window.benchEvents = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.benchEvents.push({ name: entry.name, duration: entry.duration })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
  new PerformanceObserver((list) => { window.benchPaint = list.getEntries().at(-1).startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[role=grid] [role=rowheader] a')) return
    window.benchRows = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })
`

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

export function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(credentials.username)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL(/\/app\//)
}

/** The first row of a list. */
export const firstRow = (page: Page) => page.getByRole('grid').getByRole('rowheader').first().waitFor()

export async function busyTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** The longest time from an input to the next paint among repetitions of an act. */
export async function slowest(page: Page, act: (time: number) => Promise<void>): Promise<number> {
  await act(0)
  await page.waitForTimeout(400)
  await page.evaluate('window.benchEvents.length = 0')
  for (let time = 1; time <= repetitions; time += 1) {
    await act(time)
    await page.waitForTimeout(250)
  }
  await page.waitForTimeout(300)
  return Number(await page.evaluate('Math.max(8, ...window.benchEvents.map(({ duration }) => duration))'))
}

/** Opens a browser, signs in and lets `act` use the page. */
export async function inBrowser<Result>(
  { steward }: Stage,
  act: (page: Page) => Promise<Result>,
): Promise<Result> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${steward.port}`,
      viewport: { width: 1440, height: 900 },
    })
    await context.addInitScript(observers)
    const page = await context.newPage()
    await signIn(page)
    return await act(page)
  } finally {
    await browser.close()
  }
}
