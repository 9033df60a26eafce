import { cx } from './cx.ts'

const names: Record<string, string> = { mod: isMac() ? '⌘' : 'Ctrl', shift: 'Shift', enter: '↵', esc: 'Esc' }

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform)
}

/** Keys as caps: `g o` is a sequence, `mod+k` a chord (Ctrl, on Apple devices ⌘). */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1 whitespace-nowrap', className)}>
      {keys.split(' ').map((chord) => (
        <kbd
          key={chord}
          className="inline-flex h-4.5 min-w-4.5 items-center justify-center gap-0.5 rounded-chip border border-line bg-surface px-1 font-sans text-meta text-2"
        >
          {chord.split('+').map(keyName).join(' ')}
        </kbd>
      ))}
    </span>
  )
}

function keyName(key: string): string {
  return names[key] ?? key.charAt(0).toUpperCase() + key.slice(1)
}
