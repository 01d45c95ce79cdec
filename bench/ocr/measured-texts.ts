/** What is measured, and the fonts that it is measured in. Recognition was never tuned on any of them: `tuning-samples.ts` is for that. */
import { measuredCode } from './measured-code.ts';
import type { Sample, SampleSet } from './samples.ts';

const prose: readonly Sample[] = [
  {
    kind: 'prose',
    what: 'English',
    language: 'eng',
    shows: [
      'The Romans salted fish along this coast, and the vats that they cut into the rock can still be seen at low water. Their walls are as smooth as plaster.',
      'In 1847 a storm took the bridge, two mills and the road to Quarley; "nobody", wrote the vicar, "was drowned, God be thanked, but Mr. Oxley\'s pig."',
      'Today some 3,250 people live in the valley (about 12% fewer than in 1990). Buses run hourly from 6:15 to 21:45, except on Sundays and on 1 January.',
    ],
  },
  {
    kind: 'prose',
    what: 'German',
    language: 'deu',
    shows: [
      'Die Fähre über den Fluss verkehrt seit 1908; davor mussten Händler bei Hochwasser zwei Tage warten, bis die Brücke in Süßenfeld wieder befahrbar war.',
      'Größere Gruppen (ab 15 Personen) melden sich bitte spätestens am Vortag an. Für Schüler und Studenten kostet der Eintritt 4,50 €, für alle übrigen 7 €.',
      'Ob das Öl für die Lampen aus Übersee kam, ist umstritten: Die Quellen widersprechen sich, und manches Geschäftsbuch verbrannte im März 1761.',
    ],
  },
  {
    kind: 'prose',
    what: 'French',
    language: 'fra',
    shows: [
      "L'été dernier, les élèves ont repeint la façade de l'école où leurs grands-parents avaient déjà appris à lire ; le maire, très ému, les a remerciés.",
      "À partir du 3 février, la bibliothèque sera fermée le lundi. Les lecteurs pourront rendre leurs livres à l'accueil, de 9 h à 17 h 30, sans aucun frais.",
      "Le goût du fromage dépend de la forêt voisine : les chênes gardent la fraîcheur, et les vaches y cherchent de l'ombre dès le mois d'août, « comme des touristes ».",
    ],
  },
  {
    kind: 'prose',
    what: 'Spanish',
    language: 'spa',
    shows: [
      'El pequeño mercado abre los sábados a las siete; quien llega después de las diez ya no encuentra ni pan ni sardinas. ¿Por qué nadie lo cambia?',
      'Según el último censo, 18.430 vecinos viven en la región, aunque muchos jóvenes se marcharon a la ciudad en los años ochenta y jamás volvieron.',
      '¡Qué lástima! La lluvia de anoche derribó el viejo nogal que había plantado mi bisabuela; todavía daba sombra al camión del lechero y a los niños.',
    ],
  },
];

const interfaces: readonly Sample[] = [
  {
    kind: 'interface',
    what: 'settings',
    language: 'eng',
    shows: [
      ['Network', 'Wi-Fi', 'Bluetooth', 'Display', 'Sound'],
      ['Connection', 'Automatic (DHCP)', 'Change...'],
      ['IPv4 address', '192.168.17.204', 'Copy'],
      ['Link speed', '866/780 Mbps', 'Details'],
      ['Share this connection', 'Off', 'Learn more'],
      ['Cancel', 'Apply', 'OK'],
    ],
  },
  {
    kind: 'interface',
    what: 'files',
    language: 'eng',
    shows: [
      ['File', 'Edit', 'View', 'Go', 'Bookmarks', 'Help'],
      ['Name', 'Size', 'Modified'],
      ['Invoices 2023', '14 items', 'Yesterday, 17:42'],
      ['budget-final.xlsx', '38.4 KB', '12 Mar 2024'],
      ['holiday_video.mp4', '1.2 GB', '30 Jul 2022'],
      ['Free space: 211.7 GB of 468 GB', 'Empty Trash'],
    ],
  },
  {
    kind: 'interface',
    what: 'German print dialogue',
    language: 'deu',
    shows: [
      ['Allgemein', 'Seite einrichten', 'Farbe', 'Qualität'],
      ['Drucker', 'Büro, 2. Stock (bereit)', 'Ändern'],
      ['Seiten', 'Auswahl: 1-4, 7', 'Alle Seiten'],
      ['Papiergröße', 'A4, 210 × 297 mm', 'Größe merken'],
      ['Beidseitig', 'Kurze Kante', 'Für alle übernehmen'],
      ['Schließen', 'Vorschau', 'Drucken'],
    ],
  },
];

const chinese: readonly Sample[] = [
  {
    kind: 'chinese',
    what: 'prose',
    language: 'chi_sim',
    shows: [
      '这座小城建在两条河的交汇处，早在宋代就有商人在此买卖茶叶和丝绸。每年春天，河水上涨，老人们便坐在桥头讲从前的故事。',
      '图书馆从周二到周日开放，上午九点开门，晚上六点关门。借书证可以在一楼办理，学生不用付费，但是需要带上身份证件。',
      '去年秋天，村里修好了通往山顶的石阶。天气晴朗的时候，站在上面可以看见远处的大海，以及海面上来往的渔船。',
    ],
  },
  {
    kind: 'chinese',
    what: 'settings',
    language: 'chi_sim',
    shows: [
      '系统设置：网络、声音、显示、电源管理与隐私保护。',
      '正在检查更新，请不要关闭计算机或者断开电源。',
      '该文件已经存在，是否替换原来的文件？',
      '连接失败，请检查用户名和密码是否正确。',
      '保存所有修改之后，重新启动程序才能生效。',
    ],
  },
  {
    kind: 'chinese',
    what: 'letter',
    language: 'chi_sim',
    shows: [
      '奶奶在信里写道：“家里的葡萄熟了，邻居们都来帮忙采摘，可惜今年雨水太多，味道比不上往年。”',
      '《本草纲目》收录药物一千八百多种，李时珍为了核对其中的记载，曾经走遍湖北、江西、安徽等地。',
      '实验证明，温度每升高十度，反应速度大约增加一倍；不过压强对结果几乎没有影响，原因还需进一步研究。',
    ],
  },
  {
    kind: 'chinese',
    what: 'notices',
    language: 'chi_sim',
    shows: [
      '本次列车 G1307 将于 14:25 到达郑州东站，请携带好随身物品。',
      '会议改到周四下午（3 月 28 日），地点：五楼 502 室。',
      '电池电量低于 20%，建议立即连接充电器！',
      '共找到 36 条结果，用时 0.8 秒；是否显示全部？',
      '下载 LibreOffice 安装包需要大约 350 MB 的空间。',
    ],
  },
];

const japanese: readonly Sample[] = [
  {
    kind: 'japanese',
    what: 'prose',
    language: 'jpn',
    shows: [
      'この町の駅は百年前に建てられたもので、今でも木の屋根が残っている。朝になると、学生たちが自転車で坂を下りてくる。',
      '図書館は火曜日から日曜日まで開いています。本を借りるときは、受付で名前と住所を書いてください。料金はかかりません。',
      '昨日の夜、強い風が吹いて、庭の大きな桜の枝が折れてしまった。祖母は残念そうに窓の外を見ていた。',
    ],
  },
  {
    kind: 'japanese',
    what: 'settings',
    language: 'jpn',
    shows: [
      '変更を保存しますか？保存しない場合、内容は失われます。',
      'ネットワークに接続できません。設定を確認してください。',
      'ファイルをコピーしています。しばらくお待ちください。',
      'パスワードが正しくありません。もう一度入力してください。',
      '新しいフォルダーを作成し、名前を変更しました。',
    ],
  },
];

const fixed = ['13px "JetBrains Mono"', '14px "Liberation Mono"', '13px "Noto Sans Mono"', '15px "Nimbus Mono PS"'];

export const measured: SampleSet = {
  samples: [...prose, ...measuredCode, ...interfaces, ...chinese, ...japanese],
  fonts: {
    prose: ['15px "Liberation Serif"', '16px "Lato"', '14px "P052"', '15px "Inter"'],
    code: fixed,
    terminal: fixed,
    interface: ['13px "Lato"', '14px "Liberation Sans"', '12px "DejaVu Sans"', '13px "Inter"'],
    chinese: ['15px "Noto Sans CJK SC"', '16px "Droid Sans Fallback"'],
    japanese: ['15px "Noto Sans CJK JP"', '16px "VL Gothic"'],
  },
};
