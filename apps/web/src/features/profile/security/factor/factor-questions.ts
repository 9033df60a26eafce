/** What is asked before something is taken away. */
export const questions = {
  turnOff: {
    title: 'Turn off two-factor authentication?',
    description: "You'll log in with your password only.",
    action: 'Turn off',
    danger: true,
  },
  newCodes: {
    title: 'Create new recovery codes?',
    description: 'Your current codes stop working.',
    action: 'Create codes',
    danger: false,
  },
} as const

export type QuestionName = keyof typeof questions
