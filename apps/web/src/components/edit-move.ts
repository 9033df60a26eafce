/** Where the editor sends the focus when it closes. */
export type EditMove = 'down' | 'up' | 'next' | 'previous' | 'stay'
