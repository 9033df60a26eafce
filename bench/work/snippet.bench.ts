import { hostPage, startHostSite, type HostSite } from '../../e2e/survey/host-site.ts'
import { line, type Line } from '../line.ts'
import { once } from '../load.ts'
import type { Stage } from '../stage.ts'
import { launchDevTools, type Tab } from './devtools.ts'

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
const kinds = ['bare', 'floor', 'unasked', 'asked', 'stranger'] as const
type Kind = (typeof kinds)[number]

/** Where the page of a kind is at a load. A person is asked once, so that each load has one of its own. */
const pathOf = (kind: Kind, load: number) => (kind === 'asked' ? `/asked/${load}` : `/${kind}`)

/** The texts of the survey that is shown. */
const texts =
  'Question 1 of 2 × How likely are you to recommend us to a friend or colleague? 0 1 2 3 4 5 6 7 8 9 10 Not at all likely Extremely likely Next'

/** The least that a page can do to show a survey: the one call, and a box of the same size with its texts. */
const floorScript = (server: string, siteKey: string): string => `
const call = async (path, body) => (await fetch('${server}/api/' + path, { method: 'POST', body: JSON.stringify(body) })).json()
addEventListener('load', async () => {
  await call('survey-site/${siteKey}/ask', { visitor: crypto.randomUUID(), drawsAtOnce: true })
  requestIdleCallback(() => {
    const box = document.createElement('div')
    box.dataset.position = 'bottomRight'
    box.style.cssText = 'position:fixed;right:16px;bottom:16px;width:420px;height:206px;background:#fff'
    box.attachShadow({ mode: 'closed' }).textContent = '${texts}'
    document.body.append(box)
  })
})`

/**
 * Pages of a company: without a snippet, with its floor, with one that asks no one, and with one that shows a survey, to
 * someone whom the page names and to a stranger.
 */
async function buildPages({ steward }: Stage, host: HostSite): Promise<void> {
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
  const noOne = 'data-user-id="no-one" data-signature="00"'
  const tag = (more: string) => `<script async src="${source}" data-site="${data.siteKey}" ${more}></script>`
  host.files.set('/empty', hostPage())
  host.files.set('/nothing.js', '')
  host.files.set(pathOf('bare', 0), hostPage('<script async src="/nothing.js"></script>'))
  host.files.set('/floor.js', floorScript(`http://127.0.0.1:${steward.port}`, data.siteKey))
  host.files.set(pathOf('floor', 0), hostPage('<script async src="/floor.js"></script>'))
  host.files.set(pathOf('unasked', 0), hostPage(tag(noOne)))
  host.files.set(pathOf('stranger', 0), hostPage(tag('')))
  for (let load = 0; load < loads; load += 1) {
    host.files.set(pathOf('asked', load), hostPage(tag(`data-user-id="person-${load}"`)))
  }
}

/** Resolves once a page has painted what there is to paint, and has nothing left to do. */
const settled = (isShown: string): string => `new Promise((resolve) => {
  const rest = () => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(resolve)))
  ${isShown}
})`

const isDrawn = settled(`const observer = new MutationObserver(() => isShown() && observer.disconnect())
  const isShown = () => document.querySelector('body > [data-position]') && (rest(), true)
  if (!isShown()) observer.observe(document, { childList: true, subtree: true })`)

/** Each kind's own wait: until its last answer has come, or until its survey is in the page. */
const settledOf: Readonly<Record<Kind, string>> = {
  bare: settled('rest()'),
  unasked: settled(`new PerformanceObserver((list, observer) => {
    if (!list.getEntries().some(({ name }) => name.endsWith('/ask'))) return
    observer.disconnect()
    rest()
  }).observe({ type: 'resource', buffered: true })`),
  floor: isDrawn,
  asked: isDrawn,
  stranger: isDrawn,
}

/** The layout shift of the page, so far. */
const shiftOf = `new Promise((resolve) => {
  let shift = 0
  const observer = new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shift += value })
  observer.observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(shift))
})`

async function evaluate(tab: Tab, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = (await tab.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
  })) as { result: { value: unknown }; exceptionDetails?: unknown }
  if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
  return result.value
}

/** Milliseconds of CPU of a page's main thread, on a processor that is slower than this one. */
interface Work {
  total: number
  script: number
  /** Styles and layout. */
  layout: number
}

async function readWork(tab: Tab): Promise<Work> {
  const { metrics } = (await tab.send('Performance.getMetrics')) as {
    metrics: { name: string; value: number }[]
  }
  const taken = new Map(metrics.map(({ name, value }) => [name, value * 1000 * slowdown]))
  const of = (name: string): number => taken.get(`${name}Duration`) ?? 0
  return {
    total: of('Task') - of('DevToolsCommand'),
    script: of('Script') + of('V8Compile'),
    layout: of('Layout') + of('RecalcStyle'),
  }
}

interface Load extends Work {
  shift: number
}

async function loadOnce(tab: Tab, host: HostSite, kind: Kind, load: number): Promise<Load> {
  // The same process shows the page that is measured.
  await tab.send('Page.navigate', { url: `${host.origin}/empty` })
  await evaluate(tab, settledOf.bare)
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await readWork(tab)
  await tab.send('Page.navigate', { url: host.origin + pathOf(kind, load) })
  await evaluate(tab, settledOf[kind])
  const after = await readWork(tab)
  return {
    total: after.total - before.total,
    script: after.script - before.script,
    layout: after.layout - before.layout,
    shift: Number(await evaluate(tab, shiftOf)),
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** The work of the main thread at each load, and what moved on its page. */
async function measureLoads(stage: Stage): Promise<Record<Kind, Load[]>> {
  const host = await startHostSite()
  const browser = await launchDevTools()
  const taken: Record<Kind, Load[]> = { bare: [], floor: [], unasked: [], asked: [], stranger: [] }
  try {
    await buildPages(stage, host)
    for (let turn = 0; turn < loads; turn += 1) {
      for (const kind of kinds) {
        const tab = await browser.open()
        taken[kind].push(await loadOnce(tab, host, kind, turn))
        await tab.close()
      }
    }
    return taken
  } finally {
    await browser.close()
    await host.stop()
  }
}

const ms = (value: number): string => `${value.toFixed(1)} ms`

const pages = {
  unasked: 'a page that asks no one',
  asked: 'a page that shows a survey',
  stranger: 'a page that shows one to a stranger',
} as const

/** The cost of the snippet to a page, beside the same page without it. */
export async function benchSnippet(stage: Stage): Promise<Line[]> {
  const taken = await measureLoads(stage)
  const middle = (kind: Kind, part: keyof Work): number => median(taken[kind].map((load) => load[part]))
  const added = (kind: Kind, part: keyof Work): number => middle(kind, part) - middle('bare', part)
  const lines = (['unasked', 'asked', 'stranger'] as const).flatMap((kind) => {
    const [total, script, layout] = [added(kind, 'total'), added(kind, 'script'), added(kind, 'layout')]
    const ifOver = `Scripts take ${ms(script)} of it, styles and layout ${ms(layout)}, and the browser's own work for calls and frames ${ms(total - script - layout)}. The page without the snippet takes ${ms(middle('bare', 'total'))}.`
    const figure = (work: string, steward: number): Line =>
      line({ work: `snippet: ${pages[kind]}, ${work}`, unit: 'CPU ms', steward, bound: { most }, ifOver })
    const worst = Math.max(...taken[kind].map((load) => load.total)) - middle('bare', 'total')
    return [
      figure(`main thread at ${slowdown}× slowdown`, total),
      figure('scripts alone', script),
      figure(`the worst of ${loads} loads`, worst),
    ]
  })
  const moved = Math.max(...taken.asked.map(({ shift }) => shift))
  const beside = {
    work: 'snippet: a page that shows a survey, beside one call and a plain box with its texts',
    unit: 'CPU ms',
    floor: added('floor', 'total'),
    steward: added('asked', 'total'),
    bound: { most: 2 },
  }
  return [
    ...lines,
    line(beside),
    line({ work: 'snippet: layout shift', unit: '', steward: moved, bound: { most: 0 } }),
  ]
}
