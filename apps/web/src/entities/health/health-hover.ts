import { levels, type Level } from '@steward/contracts/level'

/** Marks the element around a health mark with the record that it is of, where no row of a list does. */
export function healthOf(level: Level, id: number): { 'data-health-of': string } {
  return { 'data-health-of': `${level.id}-${id}` }
}

export interface HealthPlace {
  anchor: HTMLElement
  level: Level
  id: number
  /** As the mark shows it. */
  score: number | null
}

/** The mark of what has the focus. Something with several of them, such as a list, shows none. */
export function focusedHealth(target: Element): HealthPlace | null {
  const marks = target.querySelectorAll('[data-health]')
  return marks.length === 1 && !target.matches('[role$=grid]') ? healthAt(marks[0]!) : null
}

/** The health mark at or in an element, with its record; null where there is none, or no record is known. */
export function healthAt(target: EventTarget | null): HealthPlace | null {
  if (!(target instanceof Element)) return null
  const anchor = target.closest<HTMLElement>('[data-health]')
  const around = anchor?.closest<HTMLElement>('[data-health-of], [data-record]')
  if (!anchor || !around) return null
  const [levelId, id] = (around.dataset['healthOf'] ?? around.dataset['record'] ?? '').split('-').map(Number)
  const level = levels.find((one) => one.id === levelId)
  const text = anchor.dataset['health']
  return level && id ? { anchor, level, id, score: text ? Number(text) : null } : null
}
