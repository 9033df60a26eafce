import { share, type Page, type WebFigure } from './browser.ts'
import { scroll } from './list.bench.ts'

const moves = 90

/** Collects the times between frames until they are asked for. */
const watch = `
  window.benchFrames = []
  window.benchWatched = true
  let last = performance.now()
  const next = (now) => {
    window.benchFrames.push(now - last)
    last = now
    if (window.benchWatched) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
`

async function watched(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(`{${watch}}`)
  await act()
  return (await page.evaluate('window.benchWatched = false, window.benchFrames.slice(2)')) as number[]
}

/** Drags the first card across its neighbors and back to where it was. */
async function dragCard(page: Page): Promise<number[]> {
  const card = page.locator('main [draggable=true]').first()
  const { x, y } = (await card.boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.move(x + 60, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + 80, y + 30, { steps: 4 })
  const frames = await watched(page, async () => {
    await page.mouse.move(x + 700, y + 200, { steps: moves })
    await page.mouse.move(x + 80, y + 30, { steps: moves })
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return frames
}

/** The board of accounts: a column that scrolls, and a card that is dragged. */
export async function measureBoard(page: Page): Promise<WebFigure[]> {
  await page.goto('/app/accounts/board')
  await page.locator('main [draggable=true]').first().waitFor()
  await page.waitForTimeout(1500)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await scroll(page, session, 40, 120)
  const { intervals } = await scroll(page, session, 40, 300)
  await session.detach()
  const drag = await dragCard(page)
  if (drag.length < moves / 2) throw new Error(`Only ${drag.length} frames were seen of a drag`)
  return [
    { measure: 'board, scroll: frame p95', value: share(intervals, 0.95), bound: 17 },
    { measure: 'board, drag: frame p95', value: share(drag, 0.95), bound: 17 },
    { measure: 'board, drag: longest frame', value: Math.max(...drag), bound: 50 },
  ]
}
