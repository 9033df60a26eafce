import './promo.css'

const depths = Array.from({ length: 14 }, (_, index) => depthLine(index))

/** A depth line of the chart around the harbour at the upper right, a little out of round. */
function depthLine(index: number): string {
  const radius = 70 + index * 72
  const points = Array.from({ length: 97 }, (_, step) => {
    const angle = (step / 96) * 2 * Math.PI
    const bulge = 0.09 * Math.sin(2 * angle + index * 0.22) + 0.045 * Math.sin(3 * angle - index * 0.35 + 1)
    const distance = radius * (1 + bulge)
    return `${(592 + distance * Math.cos(angle)).toFixed(1)} ${(190 + distance * Math.sin(angle)).toFixed(1)}`
  })
  return `M${points.join('L')}Z`
}

const stops = [
  { x: 108, y: 478, mark: 'poor', score: '3.2', word: 'Poor', name: 'Onboarding stalled' },
  { x: 300, y: 336, mark: 'average', score: '5.8', word: 'Average', name: 'Playbook running' },
  { x: 490, y: 180, mark: 'good', score: '8.4', word: 'Good', name: 'Renewed' },
] as const

/** A course on a chart: three customers' health, from poor water to the harbour. */
export function CourseDrawing() {
  return (
    <svg
      viewBox="0 0 720 570"
      preserveAspectRatio="xMidYMin meet"
      className="absolute inset-0 size-full overflow-visible"
      fill="none"
      aria-hidden
    >
      <defs>
        <radialGradient id="promo-harbour" cx="592" cy="196" r="620" gradientUnits="userSpaceOnUse">
          <stop offset="0" className="promo-stop-near" />
          <stop offset="0.45" className="promo-stop-mid" />
          <stop offset="1" className="promo-stop-far" />
        </radialGradient>
        <linearGradient id="promo-course" x1="20" y1="540" x2="540" y2="160" gradientUnits="userSpaceOnUse">
          <stop offset="0" className="promo-course-start" />
          <stop offset="0.5" className="promo-course-mid" />
          <stop offset="1" className="promo-course-end" />
        </linearGradient>
      </defs>
      <rect x="-1200" y="-200" width="3200" height="2400" fill="url(#promo-harbour)" />
      <g className="promo-depths">
        {depths.map((line, index) => (
          <path key={line} d={line} opacity={0.34 - index * 0.022} />
        ))}
      </g>
      <path
        d="M-1200 640C-700 620-300 572-200 560S25 515 108 478 236 386 300 336 413 224 490 180 670 107 760 70 1500-200 1800-300"
        className="promo-course"
        stroke="url(#promo-course)"
      />
      {stops.map((stop) => (
        <Stop key={stop.name} {...stop} />
      ))}
    </svg>
  )
}

function Stop({ x, y, mark, score, word, name }: (typeof stops)[number]) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="11" className="promo-halo" />
      <circle r="4.5" fill="#fff" />
      <g transform="translate(22 14)">
        <rect width="172" height="54" rx="10" className="promo-card" />
        <g transform="translate(17 19)" className={`promo-mark-${mark}`}>
          {mark === 'good' && <circle r="5" />}
          {mark === 'average' && <path d="M0-6 6 0 0 6-6 0Z" />}
          {mark === 'poor' && <path d="M0-6 6 5H-6Z" />}
        </g>
        <text x="30" y="24" className="promo-score">
          {score}
        </text>
        <text x="56" y="24" className="promo-word">
          {word}
        </text>
        <text x="13" y="42" className="promo-name">
          {name}
        </text>
      </g>
    </g>
  )
}
