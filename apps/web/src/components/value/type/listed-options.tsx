import type { Option } from '../../../ui/option.ts'

const squares = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4', 'bg-series-5', 'bg-series-6']

/** Names in an order of their own, each with the colour of its place. */
export function listedOptions(list: readonly { id: number; name: string }[]): Option[] {
  return list.map(({ id, name }, order) => ({
    value: id,
    label: name,
    icon: <span className={`size-2 rounded-[2px] ${squares[order % squares.length]}`} />,
  }))
}
