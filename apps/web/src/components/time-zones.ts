import type { Option } from '../ui/option.ts'

/** The zones that this browser knows, with the one chosen already. */
export function timeZoneOptions(chosen: string): Option<string>[] {
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen].filter(Boolean))]
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

/** The zone that the browser is set to. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
