import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  closeOverlay,
  endEarlyText,
  missCommandMenu,
  openCommandMenu,
  takeEarlyText,
} from './command-menu-state.ts'

class Element extends EventTarget {
  isContentEditable = false
}
class TextField extends Element {
  type = 'text'
}
class Other extends Element {}

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('HTMLElement', Element)
  vi.stubGlobal('HTMLInputElement', TextField)
  vi.stubGlobal('HTMLTextAreaElement', Other)
  vi.stubGlobal('HTMLSelectElement', Other)
})
afterEach(() => {
  closeOverlay()
  endEarlyText()
  vi.unstubAllGlobals()
})

/** Whether the page itself receives the key. */
function reaches(key: string): boolean {
  return page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key }))
}

function happen(type: string, target: EventTarget): void {
  const event = new Event(type)
  Object.defineProperty(event, 'target', { value: target })
  page.dispatchEvent(event)
}

test('what is typed before the menu is there waits for it', () => {
  openCommandMenu('all')
  expect([reaches('a'), reaches('Tab'), reaches('c')]).toEqual([false, true, false])
  expect(takeEarlyText()).toBe('ac')
  endEarlyText()
  expect(reaches('a')).toBe(true)
})

test('a menu that is asked for again stays as it is, with its keys', () => {
  openCommandMenu('all')
  expect(reaches('a')).toBe(false)
  openCommandMenu('all')
  expect([reaches('b'), takeEarlyText()]).toEqual([false, 'ab'])
  endEarlyText()
  openCommandMenu('all')
  expect(reaches('c')).toBe(true)
  openCommandMenu('create')
  expect(reaches('d')).toBe(false)
  expect(takeEarlyText()).toBe('d')
})

test('whoever turns elsewhere has the keys back, and no menu', () => {
  const ways: (() => void)[] = [
    () => expect(reaches('Escape')).toBe(false),
    () => happen('pointerdown', new Element()),
    () => happen('focusin', new TextField()),
  ]
  for (const turn of ways) {
    openCommandMenu('all')
    expect(reaches('a')).toBe(false)
    turn()
    expect([reaches('a'), takeEarlyText()]).toEqual([true, ''])
  }
  openCommandMenu('all')
  happen('focusin', new Element())
  expect(reaches('a')).toBe(false)
})

test('a menu that does not come takes no keys, until it is there', () => {
  openCommandMenu('all')
  missCommandMenu()
  expect(reaches('a')).toBe(true)
  openCommandMenu('all')
  expect(reaches('a')).toBe(true)
  endEarlyText()
  closeOverlay()
  openCommandMenu('all')
  expect(reaches('a')).toBe(false)
})
