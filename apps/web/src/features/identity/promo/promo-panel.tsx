import { CourseDrawing } from './course-drawing.tsx'

const promises = [
  { title: 'Decrease churn', text: 'See risk while there is still time to act.' },
  { title: 'Keep a steady cadence', text: 'Every customer gets the next step on time.' },
  { title: 'Grow revenue', text: 'Renewals and openings in one pipeline.' },
]

/** The same night sea in both themes. */
export function PromoPanel() {
  return (
    <aside
      aria-label="What Steward does"
      data-print="off"
      className="promo relative hidden min-h-dvh flex-col justify-end overflow-hidden promo:flex"
    >
      <div className="relative min-h-0 flex-1">
        <CourseDrawing />
      </div>
      <div className="relative max-w-160 px-14 pt-6 pb-14 text-white">
        <h2 className="max-w-100 text-[2rem]/[2.5rem] font-semibold tracking-[-0.02em] text-balance">
          Keep every customer on course.
        </h2>
        <ul className="mt-8 grid grid-cols-3 gap-6">
          {promises.map((promise) => (
            <li key={promise.title} className="promo-promise pt-3">
              <p className="text-body font-semibold">{promise.title}</p>
              <p className="promo-quiet mt-1 text-label">{promise.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
