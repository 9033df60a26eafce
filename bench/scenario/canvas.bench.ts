import { once } from '../load.ts'
import type { Stage } from '../stage.ts'
import { busyTime, inBrowser, median, share, slowest, type Page, type WebFigure } from '../web/browser.ts'

const nodes = 150
const loads = 5

/** A chain of conditions, each with a task on one side. */
function wideScenario(): object {
  const pairs = (nodes - 2) / 2
  const all = Array.from({ length: pairs }, (_, at) => [
    {
      key: `ask${at}`,
      type: 'condition',
      settings: { rule: { field: 'system:health', operator: 'lesser', value: at % 10 } },
      next: { yes: `call${at}`, no: at + 1 < pairs ? `ask${at + 1}` : 'end' },
    },
    { key: `call${at}`, type: 'createTask', settings: { title: `Call ${at}` }, next: { next: 'end' } },
  ]).flat()
  return {
    formData: { name: `Wide ${Date.now()}`, level: 'account' },
    nodes: [
      { key: 'start', type: 'onEvent', settings: { type: 'created' }, next: { next: 'ask0' } },
      ...all,
      { key: 'end', type: 'end' },
    ],
  }
}

/** Makes a scenario of 150 nodes; answers the address of its page. */
async function makeWide({ steward }: Stage): Promise<string> {
  const call = { method: 'POST', path: '/api/scenario-management/scenarios', body: wideScenario() } as const
  const { data } = (await once(steward, call)) as { data: { scenarioId: number } }
  return `/app/scenarios/${data.scenarioId}`
}

/** Answers when all nodes are there, by the clock of the page. */
const allNodes = `new Promise((resolve) => {
  const look = () => document.querySelectorAll('[data-node]').length >= ${nodes}
    ? resolve(performance.now()) : requestAnimationFrame(look)
  look()
})`

/** Until all nodes are there, in milliseconds from the start of the load. */
async function ready(page: Page, address: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address)
  return Number(await page.evaluate(allNodes))
}

/** The same from a click in the list of scenarios, the first time since the app was loaded. */
async function opened(page: Page, address: string): Promise<number> {
  await page.goto('/app/scenarios')
  const link = page.locator(`a[href="${address}"]`).first()
  await link.waitFor()
  await page.waitForTimeout(1000)
  await page.evaluate(`addEventListener('click', () => { window.benchClick = performance.now() }, true)`)
  await link.click()
  return Number(await page.evaluate(`${allNodes}.then((now) => now - window.benchClick)`))
}

/** The act on the canvas in each frame, in the page; `down` and `up` come before and after. */
const acts = {
  pan: {
    down: `fire(pane, 'mousedown', { button: 0, buttons: 1, clientX: x, clientY: y })`,
    step: `fire(window, 'mousemove', { buttons: 1, clientX: x + 300 * Math.sin(at / 20), clientY: y - 3 * (at % 120) })`,
    up: `fire(window, 'mouseup', { clientX: x, clientY: y })`,
  },
  zoom: {
    down: '',
    step: `pane.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, ctrlKey: true, clientX: x,
      clientY: y, deltaY: at % 20 < 10 ? -3 : 3 }))`,
    up: '',
  },
}

async function frames(page: Page, act: keyof typeof acts, count: number) {
  const { down, step, up } = acts[act]
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await busyTime(session)
  const intervals = (await page.evaluate(`new Promise((resolve) => {
    const pane = document.querySelector('.canvas-pane')
    const { left, top, width, height } = pane.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const fire = (target, type, init) =>
      target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, view: window, ...init }))
    const view = document.querySelector('.canvas-content')
    const times = []
    let at = 0, last = performance.now(), moves = 0, place = view.style.transform
    ${down}
    const next = (now) => {
      times.push(now - last)
      last = now
      if (view.style.transform !== place) moves += 1
      place = view.style.transform
      at += 1
      ${step}
      if (at < ${count}) requestAnimationFrame(next)
      else {
        ${up}
        resolve(moves > ${count} / 2 ? times.slice(1) : [])
      }
    }
    requestAnimationFrame(next)
  })`)) as number[]
  if (intervals.length === 0) throw new Error(`The canvas did not ${act}`)
  return { intervals, cpu: ((await busyTime(session)) - before) / intervals.length }
}

async function measureFrames(page: Page, act: keyof typeof acts): Promise<WebFigure[]> {
  await frames(page, act, 120)
  const { intervals, cpu } = await frames(page, act, 300)
  return [
    { measure: `canvas of ${nodes} nodes, ${act}: frame p95`, value: share(intervals, 0.95), bound: 17 },
    { measure: `canvas of ${nodes} nodes, ${act}: CPU a frame`, value: cpu, bound: 10 },
  ]
}

/** The canvas with 150 nodes: until it is there, its frames while it moves, and how fast it answers. */
async function measureCanvas(page: Page, address: string): Promise<WebFigure[]> {
  const times: number[] = []
  const openings: number[] = []
  for (let load = 0; load < loads; load += 1) times.push(await ready(page, address))
  for (let load = 0; load < loads; load += 1) openings.push(await opened(page, address))
  const figures: WebFigure[] = [
    {
      measure: `canvas of ${nodes} nodes: ready, median of ${loads} loads`,
      value: median(times),
      bound: 500,
    },
    {
      measure: `canvas of ${nodes} nodes: ready from a click in the list, median of ${loads}`,
      value: median(openings),
      bound: 500,
    },
    ...(await measureFrames(page, 'pan')),
    ...(await measureFrames(page, 'zoom')),
  ]
  const note = async (measure: string, act: (time: number) => Promise<void>) => {
    const value = await slowest(page, act)
    figures.push({ measure: `canvas, to the next paint: ${measure}`, value, bound: 100 })
  }
  await page.locator('[data-node="ask3"]').focus()
  await note('arrow key', (time) => page.keyboard.press(time % 4 < 2 ? 'ArrowDown' : 'ArrowUp'))
  await page.locator('[data-node="call3"]').focus()
  await note('open a node', (time) => page.keyboard.press(time % 2 === 0 ? 'Enter' : 'Escape'))
  await page.keyboard.press('Escape')
  await page.locator('[data-node="call3"]').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await note('type a title', () => page.keyboard.type('a'))
  return figures
}

/** Measures the canvas in Chromium. Milliseconds. */
export async function benchCanvas(stage: Stage): Promise<WebFigure[]> {
  const address = await makeWide(stage)
  return inBrowser(stage, (page) => measureCanvas(page, address))
}
