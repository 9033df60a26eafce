import { launchBrowser } from '../../e2e/browser/launch.ts'
import { hostPage, startHostSite, type HostSite } from '../../e2e/survey/host-site.ts'
import { line, type Line } from '../line.ts'
import { once } from '../load.ts'
import type { Stage } from '../stage.ts'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>
type Page = Awaited<ReturnType<BrowserContext['newPage']>>
type CDPSession = Awaited<ReturnType<BrowserContext['newCDPSession']>>

/** Loads of each page, in turns; each is the first one of a browser that knows nothing yet. */
const loads = 15
/**
 * How many times slower than this machine. CPU time is multiplied by it: a browser that is slowed down waits by the wall
 * clock, which says more of what else a machine does than of the page.
 */
const slowdown = 4
/** Milliseconds that the snippet may take. */
const most = 15

/** The work of a page besides its own content. */
type Kind = 'bare' | 'unasked' | 'asked'
const kinds: readonly Kind[] = ['bare', 'unasked', 'asked']

interface Site {
  host: HostSite
  /** Where the page of a kind is. */
  paths: Readonly<Record<Kind, string>>
}

/** Pages of a company: without a snippet, with one that asks no one, and with one that shows a survey. */
async function buildPages({ steward }: Stage, host: HostSite): Promise<Site> {
  const content = {
    name: 'Snippet',
    type: 'nps',
    channels: { inProduct: true },
    timing: { delaySeconds: 0 },
    audience: { ignoresQuietPeriod: true },
  }
  const url = '/api/survey-management'
  const made = (await once(steward, { method: 'POST', path: `${url}/surveys`, body: content })) as {
    data: { surveyId: number }
  }
  await once(steward, { method: 'POST', path: `${url}/surveys/${made.data.surveyId}/publish` })
  const { data } = (await once(steward, { method: 'GET', path: `${url}/settings` })) as {
    data: { siteKey: string }
  }
  const source = `http://127.0.0.1:${steward.port}/api/survey-snippet.js`
  // A page whose signature is wrong asks the server, and no one else.
  const stranger = 'data-user-id="no-one" data-signature="00"'
  const tag = (more: string) => `<script async src="${source}" data-site="${data.siteKey}" ${more}></script>`
  const paths = { bare: '/bare', unasked: '/unasked', asked: '/asked' } as const
  host.files.set('/empty', hostPage())
  host.files.set('/nothing.js', '')
  host.files.set(paths.bare, hostPage('<script async src="/nothing.js"></script>'))
  host.files.set(paths.unasked, hostPage(tag(stranger)))
  host.files.set(paths.asked, hostPage(tag('')))
  return { host, paths }
}

/** Milliseconds of CPU that the main thread of the page has taken. */
async function busyTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Evaluates in the page, without the scripts that a test library adds for it. */
async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  return result.value
}

/** Until the page has shown what it is to show, has painted it, and has nothing left to do. */
const settled = (isShown: string): string => `new Promise((resolve) => {
  const rest = () => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() =>
    Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() =>
      requestAnimationFrame(() => requestIdleCallback(resolve))))))
  if (${isShown}) return rest()
  new MutationObserver((_, observer) => {
    if (!(${isShown})) return
    observer.disconnect()
    rest()
  }).observe(document.body, { childList: true })
})`

/** Opens a page, until it is as far as its kind goes. */
async function open(page: Page, session: CDPSession, address: string, kind: Kind): Promise<void> {
  const answered = kind === 'unasked' ? page.waitForResponse(/\/ask$/) : undefined
  await page.goto(address)
  await answered
  const isShown = 'document.querySelector("body > [data-position]")'
  await evaluate(session, settled(kind === 'asked' ? isShown : 'true'))
}

interface Load {
  cpu: number
  shift: number
}

async function loadOnce(context: BrowserContext, { host, paths }: Site, kind: Kind): Promise<Load> {
  const page = await context.newPage()
  await page.addInitScript(`window.shift = 0
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value })
      .observe({ type: 'layout-shift', buffered: true })`)
  // The same process shows the page that is measured.
  await page.goto(`${host.origin}/empty`)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await busyTime(session)
  await open(page, session, host.origin + paths[kind], kind)
  const cpu = ((await busyTime(session)) - before) * slowdown
  return { cpu, shift: Number(await evaluate(session, 'window.shift')) }
}

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other)
const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0

/** CPU time of the main thread of each load, and what moved on its page. */
async function measureLoads(stage: Stage): Promise<Record<Kind, Load[]>> {
  const host = await startHostSite()
  const browser = await launchBrowser()
  const taken: Record<Kind, Load[]> = { bare: [], unasked: [], asked: [] }
  try {
    const site = await buildPages(stage, host)
    for (let turn = 0; turn < loads; turn += 1) {
      for (const kind of kinds) {
        const context = await browser.newContext()
        taken[kind].push(await loadOnce(context, site, kind))
        await context.close()
      }
    }
    return taken
  } finally {
    await browser.close()
    await host.stop()
  }
}

/** The cost of the snippet to a page, beside the same page without it. */
export async function benchSnippet(stage: Stage): Promise<Line[]> {
  const taken = await measureLoads(stage)
  const cpuOf = (kind: Kind) => taken[kind].map(({ cpu }) => cpu)
  const bare = median(cpuOf('bare'))
  const ifOver = `The page without the snippet takes ${bare.toFixed(1)} ms.`
  const figure = (work: string, steward: number): Line =>
    line({ work, unit: 'CPU ms', steward, bound: { most }, ifOver })
  const lines = (['unasked', 'asked'] as const).flatMap((kind) => {
    const page = kind === 'asked' ? 'a page that shows a survey' : 'a page that asks no one'
    return [
      figure(`snippet: ${page}, main thread at ${slowdown}× slowdown`, median(cpuOf(kind)) - bare),
      figure(`snippet: ${page}, the worst of ${loads} loads`, Math.max(...cpuOf(kind)) - bare),
    ]
  })
  const moved = Math.max(...taken.asked.map(({ shift }) => shift))
  return [...lines, line({ work: 'snippet: layout shift', unit: '', steward: moved, bound: { most: 0 } })]
}
