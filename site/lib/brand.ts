/** What a deployer changes to rebrand. */
export const brand = { name: 'Hypecal', shortName: 'HC' } as const
