import { readableOn, textOn } from '@steward/contracts/plain/company-color'

const themes = [
  { label: 'Light', background: '#ffffff', text: '#16181d' },
  { label: 'Dark', background: '#22252c', text: '#f2f4f8' },
] as const

/** How a page for customers looks in a color, which is shifted where it couldn't be read. */
export function ColorPreview({ name, color }: { name: string; color: string }) {
  return (
    <section aria-label="Preview" className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      {themes.map(({ label, background, text }) => {
        const accent = readableOn(background, color)
        return (
          <div
            key={label}
            className="flex flex-col items-start gap-2 rounded-card border border-line border-t-4 p-4"
            style={{ background, color: text, borderTopColor: accent }}
          >
            <span className="font-semibold" style={{ color: accent }}>
              {name}
            </span>
            <span>{label} theme</span>
            <span
              className="rounded-control px-3 py-1 font-medium"
              style={{ background: accent, color: textOn(accent) }}
            >
              Send comment
            </span>
          </div>
        )
      })}
      {readableOn('#ffffff', color) !== color && (
        <p className="text-label text-2 sm:col-span-2">
          Text in this color is hard to read on white, so pages show it darker.
        </p>
      )}
    </section>
  )
}
