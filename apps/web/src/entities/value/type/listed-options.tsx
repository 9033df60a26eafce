import type { Option } from '../../../ui/option.ts'
import { seriesClass } from '../../../ui/series.ts'

/** Names in an order of their own, each with its color or that of its place. */
export function listedOptions(list: readonly { id: number; name: string; colour?: number }[]): Option[] {
  return list.map(({ id, name, colour }, order) => ({
    value: id,
    label: name,
    icon: <span className={`size-2 rounded-[2px] ${seriesClass(colour ?? order + 1)}`} />,
  }))
}
