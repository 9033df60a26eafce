import { expect, it } from 'vitest'
import { buildModules, defineModule } from './module-definition.ts'
import type { Platform } from './platform.ts'

// Only handed on to modules, which use none of it here.
const platform = {} as Platform

it('builds each module once, what it needs before it, and lists them in the given order', async () => {
  const created: string[] = []
  const bottom = defineModule({
    create: async () => {
      created.push('bottom')
      return { module: { schedules: ['bottom'] }, service: { name: 'Ada' } }
    },
  })
  const middle = defineModule({
    needs: { people: bottom },
    create(_, { people }) {
      created.push('middle')
      return { module: { schedules: ['middle'] }, service: { greet: () => `Hello ${people.name}` } }
    },
  })
  const top = defineModule({
    needs: { people: bottom, greeting: middle },
    create(_, { people, greeting }) {
      created.push(`top for ${people.name}: ${greeting.greet()}`)
      return { module: { schedules: ['top'] } }
    },
  })

  const { services, modules } = await buildModules(platform, { top, middle, bottom })

  expect(created).toEqual(['bottom', 'middle', 'top for Ada: Hello Ada'])
  expect(modules.map(({ schedules }) => schedules)).toEqual([['top'], ['middle'], ['bottom']])
  expect(services.middle.greet()).toBe('Hello Ada')
})

it('refuses a module that needs one that is not listed', async () => {
  const bottom = defineModule({ create: () => ({ module: {}, service: 1 }) })
  const top = defineModule({ needs: { bottom }, create: () => ({ module: {} }) })
  await expect(buildModules(platform, { top })).rejects.toThrow("top needs a module that isn't listed")
})

const takesOther = (_: Platform, { other }: { other: string }) => ({ module: {}, service: other })

it('does not compile where a module takes what it does not need', () => {
  const bottom = defineModule({ create: () => ({ module: {}, service: 1 }) })
  // @ts-expect-error `other` is not among its needs.
  expect(defineModule({ needs: { bottom }, create: takesOther })).toBeDefined()
})
