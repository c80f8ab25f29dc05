// zod, for the other packages of pgw. A published package contains the libraries that it uses, and this entry is the only copy of zod.
export * from 'zod';
