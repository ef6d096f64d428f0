import { defineTransform } from '../src/transform/index.ts';

export const reportPackagedTarget = defineTransform({
  id: 'report-packaged-target',
  title: "Report a distribution's tree that is migrated for a server built from source",
  stage: 'findings',
  rows: [],
  isIndependent: true,
  applicability: 'manual',
  docs: {
    does: "Points out that a tree in the layout of Debian or Red Hat is migrated for `--target stock`, whose 2.4 is not that distribution's.",
    why: 'A default build of 2.4 has the event MPM compiled in and everything else in files. Debian has mod_log_config, mod_unixd and others compiled in, and refuses a LoadModule line for them; neither Debian nor Red Hat has an MPM compiled in, and their 2.4 does not start without a line for one (AH00534).',
    before: 'ServerRoot /etc/httpd',
    after: '(the line stays, and the tree is reported)',
    undo: 'Nothing is changed.',
    limits:
      'Only the layouts of Debian and Red Hat are looked at. `--target auto`, the default, chooses by the layout.',
    link: 'https://httpd.apache.org/docs/2.4/install.html',
  },
  messages: {
    other:
      "This is laid out as {distribution} has it, but migrated for a 2.4 that was built from source (--target stock). {distribution}'s own has other modules compiled in, and would not start with the result: give --target {target}, or --httpd with the path of the server.",
  },
  run({ model, target, writtenFor, report }) {
    const packaged = PACKAGED[model.layout];
    if (target.name !== 'stock' || packaged === undefined || writtenFor === '2.4') return;
    if (model.kind !== 'server') return;
    report({ file: model.main.file, span: null }, 'other', { data: packaged, level: 'warning' });
  },
});

const PACKAGED: Readonly<Record<string, { readonly distribution: string; readonly target: string }>> = {
  debian: { distribution: 'Debian', target: 'debian' },
  rhel: { distribution: 'Red Hat', target: 'rhel' },
};
