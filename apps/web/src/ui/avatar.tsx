import { useState } from 'react'
import { cx } from './cx.ts'

const tints = ['1', '2', '3', '4', '5', '6', '7', '8'] as const

/** The same name always gets the same tint. */
function tintOf(name: string): (typeof tints)[number] {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return tints[sum % tints.length]!
}

function initialsOf(name: string): string {
  const words = name
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/)
    .filter(Boolean)
  const first = words[0]?.[0] ?? '?'
  const last = words.length > 1 ? words[words.length - 1]![0] : ''
  return `${first}${last}`.toUpperCase()
}

type AvatarProps = {
  name: string
  src?: string | null
  size?: 18 | 20 | 24 | 32 | 40 | 80
  /** Square for companies, round for people. */
  square?: boolean
  className?: string
}

/** A picture or initials; decoration only, so the name must be beside it or in its label. */
export function Avatar({ name, src, size = 20, square = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shape = cx('shrink-0', square ? 'rounded-chip' : 'rounded-full', className)
  if (src && broken !== src) {
    return (
      <img
        src={src}
        alt=""
        width={size}
        height={size}
        className={cx(shape, 'object-cover')}
        onError={() => setBroken(src)}
      />
    )
  }
  return (
    <span
      aria-hidden
      data-tint={tintOf(name)}
      className={cx(
        shape,
        'avatar inline-flex items-center justify-center font-semibold tracking-tight select-none',
      )}
      style={{ width: size, height: size, fontSize: Math.max(8.5, size * 0.4) }}
    >
      {initialsOf(name)}
    </span>
  )
}
