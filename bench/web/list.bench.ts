import { once } from '../load.ts'
import type { Stage } from '../stage.ts'
import {
  busyTime,
  firstRow,
  median,
  share,
  slowest,
  type CDPSession,
  type Page,
  type WebFigure,
} from './browser.ts'

/** Cold loads of which the median counts. */
const loads = 7

/** All custom fields, and of the others as many as make a list of 60 columns. */
const others = [
  'system:health',
  'system:pulse',
  'system:lifecycleStageId',
  'system:owners',
  'system:externalId',
  'system:internalId',
  'churned',
  'createdAt',
  'updatedAt',
  'organization',
  'organization.name',
  'organization.system:externalId',
  'organization.system:health',
  'organization.system:pulse',
  'organization.system:lifecycleStageId',
  'organization.createdAt',
  'organization.updatedAt',
  'owner.name',
  'owner.email',
]

async function sixtyColumns({ steward }: Stage): Promise<string> {
  const path = '/api/core/fields?level=account&format=list'
  const { data } = (await once(steward, { method: 'GET', path })) as { data: { name: string }[] }
  return [...others, ...data.map(({ name }) => name)].join(',')
}

/** The largest paint and the first rows of several cold loads, in milliseconds. */
export async function loadList(page: Page, address: string, times: number) {
  const paints: number[] = []
  const rows: number[] = []
  for (let load = 0; load < times; load += 1) {
    await page.goto('about:blank')
    await page.goto(address)
    await firstRow(page)
    await page.waitForTimeout(500)
    paints.push(Number(await page.evaluate('window.benchPaint')))
    rows.push(Number(await page.evaluate('window.benchRows')))
  }
  return { paint: median(paints), rows: median(rows) }
}

export interface Frames {
  intervals: number[]
  cpu: number
}

/** Scrolls the grid by so many pixels a frame, there and back where it ends. */
export async function scroll(
  page: Page,
  session: CDPSession,
  pixels: number,
  frames: number,
): Promise<Frames> {
  const before = await busyTime(session)
  const intervals = (await page.evaluate(`new Promise((resolve) => {
    const scroller = [...document.querySelectorAll('[role=grid], [role=grid] *, main *')].find((one) =>
      one.scrollHeight > one.clientHeight + 200 && getComputedStyle(one).overflowY !== 'visible')
    const times = []
    let last = performance.now(), left = ${frames}, by = ${pixels}
    const step = (now) => {
      times.push(now - last)
      last = now
      const end = scroller.scrollHeight - scroller.clientHeight
      if (scroller.scrollTop + by < 0 || scroller.scrollTop + by > end) by = -by
      scroller.scrollTop += by
      left -= 1
      if (left > 0) requestAnimationFrame(step)
      else resolve(times.slice(1))
    }
    requestAnimationFrame(step)
  })`)) as number[]
  return { intervals, cpu: ((await busyTime(session)) - before) / intervals.length }
}

/** Frames of a slow scroll and of a fling. */
async function scrollBoth(page: Page): Promise<{ slow: Frames; fling: Frames }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await scroll(page, session, 120, 120)
  const slow = await scroll(page, session, 120, 400)
  return { slow, fling: await scroll(page, session, 900, 200) }
}

/** The same of a page that does nothing: a long table of text, without script or styles. */
async function scrollBare(page: Page): Promise<{ slow: Frames; fling: Frames }> {
  const bare = await page.context().newPage()
  const cells = Array.from({ length: 12 }, (_, n) => `<td>Some plain text ${n}</td>`).join('')
  const table = `<table>${`<tr>${cells}</tr>`.repeat(2000)}</table>`
  await bare.setContent(`<main><div style="height: 850px; overflow: auto">${table}</div></main>`)
  const frames = await scrollBoth(bare)
  await bare.close()
  await page.bringToFront()
  return frames
}

async function measureScrolling(page: Page): Promise<WebFigure[]> {
  const list = await scrollBoth(page)
  const bare = await scrollBare(page)
  const figure = (measure: string, bound: number, valueOf: (frames: typeof list) => number): WebFigure => ({
    measure,
    value: valueOf(list),
    bound,
    bare: valueOf(bare),
  })
  return [
    figure('scroll: frame p95', 17, ({ slow }) => share(slow.intervals, 0.95)),
    figure('scroll: frame p99', 34, ({ slow }) => share(slow.intervals, 0.99)),
    figure('scroll: longest frame', 50, ({ slow }) => Math.max(...slow.intervals)),
    figure('scroll: CPU a frame', 10, ({ slow }) => slow.cpu),
    figure('fling: frame p95', 50, ({ fling }) => share(fling.intervals, 0.95)),
    figure('fling: CPU a frame', 16, ({ fling }) => fling.cpu),
  ]
}

async function measureInteractions(page: Page): Promise<WebFigure[]> {
  const grid = page.getByRole('grid')
  const cell = (row: number) =>
    grid
      .getByRole('row')
      .nth(row + 1)
      .locator('[data-column]')
      .nth(3)
  const figures: WebFigure[] = []
  const note = async (measure: string, bound: number, act: (time: number) => Promise<void>) => {
    figures.push({ measure: `to the next paint: ${measure}`, value: await slowest(page, act), bound })
  }
  await note('select a row', 100, (time) =>
    grid
      .getByRole('checkbox')
      .nth(2 + (time % 8))
      .click(),
  )
  await page.keyboard.press('Escape')
  await cell(2).click()
  await note('arrow key', 100, (time) => page.keyboard.press(time % 4 < 2 ? 'ArrowDown' : 'ArrowUp'))
  await note('peek', 100, () => page.keyboard.press('Space'))
  await page.keyboard.press('Escape')
  await note('sort', 100, () => grid.getByRole('columnheader').nth(2).click())
  await note('command menu', 100, async (time) => {
    await page.keyboard.press(time % 2 === 0 ? 'Control+k' : 'Escape')
  })
  await page.keyboard.press('Escape')
  const search = page.getByRole('searchbox').last()
  await search.click()
  await note('typing in the search', 120, () => page.keyboard.type('a'))
  await search.fill('')
  await page.waitForTimeout(800)
  return figures
}

/** The address of the list of accounts with its first columns, 60 at most. */
export async function listOf(stage: Stage, columns: number): Promise<string> {
  const names = (await sixtyColumns(stage)).split(',').slice(0, columns).join(',')
  return `/app/accounts/list?cols=${encodeURIComponent(JSON.stringify(names))}`
}

/** The list of accounts with 60 columns. */
export async function measureList(page: Page, stage: Stage): Promise<WebFigure[]> {
  const address = await listOf(stage, 60)
  const { paint, rows } = await loadList(page, address, loads)
  const figures: WebFigure[] = [
    { measure: 'list: largest paint, median of 7 loads', value: paint, bound: 800 },
    { measure: 'list: first rows, median of 7 loads', value: rows, bound: 1000 },
  ]
  const columns = Number(await page.getByRole('grid').getAttribute('aria-colcount'))
  if (columns < 60) throw new Error(`The list has ${columns} columns`)
  const nodes = Number(await page.evaluate('document.querySelectorAll("*").length'))
  figures.push(...(await measureScrolling(page)))
  await page.goto(address)
  await firstRow(page)
  await page.waitForTimeout(1000)
  figures.push(...(await measureInteractions(page)))
  return [...figures, { measure: 'nodes of the page', value: nodes, bound: 1500 }]
}
