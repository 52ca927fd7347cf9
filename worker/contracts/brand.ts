/** Changed by a deployer to rebrand, with site/lib/brand.ts. */
export const brandName = 'Hypecal'

/** In names of files. */
export const brandSlug = brandName.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
