import { writeFileSync } from 'node:fs'
import { once } from './load.ts'
import { setStage } from './stage.ts'
import { busyTime, inBrowser, median } from './web.bench.ts'
import { scaleOf } from './workload.ts'

const nodes = 150
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
const body = {
  formData: { name: `Wide ${Date.now()}`, level: 'account' },
  nodes: [
    { key: 'start', type: 'onEvent', settings: { type: 'created' }, next: { next: 'ask0' } },
    ...all,
    { key: 'end', type: 'end' },
  ],
}
const stage = await setStage(scaleOf(0))
try {
  const { data } = (await once(stage.steward, {
    method: 'POST',
    path: '/api/scenario-management/scenarios',
    body,
  })) as any
  const address = `/app/scenarios/${data.scenarioId}`
  await inBrowser(stage, async (page) => {
    const ready = async (what = '[data-node]', least = nodes) => {
      await page.goto('about:blank')
      const session = await page.context().newCDPSession(page)
      await session.send('Performance.enable', { timeDomain: 'threadTicks' })
      const before = await busyTime(session)
      await page.goto(what === '[data-node]' ? address : '/app/accounts/list')
      const time = Number(
        await page.evaluate(
          `new Promise((resolve) => { const look = () => document.querySelectorAll('${what}').length >= ${least} ? resolve(performance.now()) : requestAnimationFrame(look); look() })`,
        ),
      )
      const busy = (await busyTime(session)) - before
      await session.detach()
      return [time, busy] as const
    }
    const c: number[] = [],
      cb: number[] = [],
      l: number[] = [],
      lb: number[] = []
    for (let i = 0; i < Number(process.env.N ?? 9); i += 1) {
      const [t, b] = await ready()
      c.push(t)
      cb.push(b)
      const [t2, b2] = await ready('[role=grid]', 1)
      l.push(t2)
      lb.push(b2)
    }
    console.log(
      'canvas ready',
      median(c).toFixed(0),
      'best',
      Math.min(...c).toFixed(0),
      'cpu',
      median(cb).toFixed(0),
      'list grid',
      median(l).toFixed(0),
      'best',
      Math.min(...l).toFixed(0),
      'cpu',
      median(lb).toFixed(0),
    )
    const resources = await (async () => {
      await page.goto('about:blank')
      await page.goto(address)
      await page.waitForTimeout(2500)
      return page.evaluate(
        `JSON.stringify(performance.getEntriesByType('resource').map(e => [e.name.replace(location.origin,''), Math.round(e.startTime), Math.round(e.responseEnd)]))`,
      )
    })()
    for (const [n, s, e] of JSON.parse(String(resources)))
      console.log(String(s).padStart(5), String(e).padStart(5), n)
    if (process.env.PROF) {
      await page.goto('about:blank')
      const session = await page.context().newCDPSession(page)
      await session.send('Profiler.enable')
      await session.send('Profiler.setSamplingInterval', { interval: 200 })
      await session.send('Profiler.start')
      await page.goto(address)
      await page.evaluate(
        `new Promise((resolve) => { const look = () => document.querySelectorAll('[data-node]').length >= ${nodes} ? resolve(0) : requestAnimationFrame(look); look() })`,
      )
      const { profile } = await session.send('Profiler.stop')
      writeFileSync(process.env.PROF, JSON.stringify(profile))
    }
    await page.waitForTimeout(500)
    await page.screenshot({ path: process.env.SHOT ?? '/tmp/canvas.png' })
  })
} finally {
  await stage.clear()
}
