type LastStepOffers = {
  /** Resolves to what turns pushes on, or undefined where the browser would not hear a yes. */
  push?: (say: (text: string) => void) => Promise<(() => Promise<boolean>) | undefined>
  chooseStreamers?: () => void
}

/** Written by the features that stand above this one. */
export const lastStepOffers: LastStepOffers = {}
