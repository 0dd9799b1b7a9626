package dev.shopwire.webhook.addresses;

import java.util.stream.Stream;

/** Addresses and hosts, separated by whitespace: for each range its bounds and their neighbors. */
public final class AddressCorpus {
  public static final String CLOSED =
      """
      0.0.0.0 0.0.0.1 0.127.3.4 0.255.255.255
      10.0.0.0 10.0.0.1 10.128.9.9 10.255.255.255
      100.64.0.0 100.64.0.1 100.100.100.200 100.127.255.255
      127.0.0.0 127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.255
      168.63.129.16
      169.254.0.0 169.254.0.23 169.254.42.42 169.254.169.254 169.254.170.2 169.254.255.255
      172.16.0.0 172.17.0.1 172.31.255.255
      192.0.0.0 192.0.0.9 192.0.0.10 192.0.0.170 192.0.0.192 192.0.0.255
      192.0.2.0 192.0.2.1 192.0.2.255
      192.88.99.0 192.88.99.1 192.88.99.255
      192.168.0.0 192.168.0.1 192.168.1.1 192.168.255.255
      198.18.0.0 198.18.0.1 198.19.255.255
      198.51.100.0 198.51.100.7 198.51.100.255
      203.0.113.0 203.0.113.9 203.0.113.255
      224.0.0.0 224.0.0.1 230.1.2.3 239.255.255.250 239.255.255.255
      240.0.0.0 250.1.2.3 255.255.255.254 255.255.255.255
      :: ::1 ::2 ::7f00:1 ::ffff ::a9fe:a9fe ::1:0:0 ff:: ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
      ::ffff:0.0.0.0 ::ffff:10.0.0.1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:192.168.0.1
      ::ffff:100.100.100.200 ::ffff:224.0.0.1 ::ffff:255.255.255.255 ::ffff:0:127.0.0.1
      64:ff9b::0.0.0.0 64:ff9b::10.0.0.1 64:ff9b::127.0.0.1 64:ff9b::169.254.169.254
      64:ff9b::192.168.1.1 64:ff9b::172.16.0.1 64:ff9b::100.64.0.1 64:ff9b::168.63.129.16
      64:ff9b::255.255.255.255 64:ff9b::1:0:0 64:ff9b:0:1::808:808
      64:ff9b:1:: 64:ff9b:1::808:808 64:ff9b:1:ffff:ffff:ffff:ffff:ffff 64:ff9a::1 64:ff9c::1
      100:: 100::1 100::ffff:ffff:ffff:ffff 100:0:0:1:: 100:0:0:1::1 1ff::1 200:: 1fff::1
      2001:: 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:0:ffff:ffff:ffff:ffff:ffff:ffff
      2001:1::1 2001:1::2 2001:1::3 2001:2:: 2001:2:0:ffff:ffff:ffff:ffff:ffff 2001:2:1::1
      2001:10:: 2001:1f:ffff:ffff:ffff:ffff:ffff:ffff 2001:4:111::1 2001:4:113::1
      2001:40:: 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff
      2001:db8:: 2001:db8::1 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff
      2002:0:: 2002:a00:1:: 2002:7f00:1:: 2002:7f00:1::1 2002:a9fe:a9fe:: 2002:a9fe:a9fe::1
      2002:c0a8:101:: 2002:ac10:1:: 2002:e000:1:: 2002:ffff:ffff:: 2002:a83f:8110::1
      2002:c000:201:: 2002:6464:64c8::
      3fff:: 3fff::1 3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff
      4000:: 5f00:: 5f00::1 5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff 5eff::1 5f01::1 8000::1 e000::1
      fc00:: fc00::1 fd00::1 fd00:ec2::254 fd00:ec2::253 fd20:ce::254 fd00:42::42
      fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
      fe00:: fe7f::1 fe80:: fe80::1 fe80::a9fe:a9fe febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff
      fec0:: fec0::1 feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
      ff00:: ff01::1 ff02::1 ff02::fb ff0e::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
      """;

  public static final String OPEN =
      """
      1.0.0.0 1.1.1.1 8.8.8.8 8.8.4.4 9.9.9.9 9.255.255.255 11.0.0.0
      93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 140.82.112.3
      168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0
      172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.1.255 192.0.3.0
      192.31.196.1 192.52.193.1 192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0
      192.175.48.6 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0
      203.0.112.255 203.0.114.0 223.255.255.255
      2000:: 2000::1 2001:200:: 2001:200::1 2001:db7:ffff:ffff:ffff:ffff:ffff:ffff 2001:db9::
      2001:3:: 2001:3:ffff:ffff:ffff:ffff:ffff:ffff 2001:4:112::1 2001:20::1 2001:30::1
      2001:4860:4860::8888 2001:67c:4e8::1 2003:: 2003::1
      2002:808:808:: 2002:101:101::1 2002:c01f:c401::
      2400:cb00:2048:1::c629:d7a2 2600:: 2606:4700:4700::1111 2606:4700::1111
      2620:4f:8000::1 2620:fe::fe 2a00:1450:4001:81b::200e 2a03:2880:f12f:83:face:b00c:0:25de
      2fff:: 3000::1 3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff 3fff:1000:: 3fff:1000::1
      3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff
      64:ff9b::8.8.8.8 64:ff9b::1.1.1.1 64:ff9b::223.255.255.255 ::ffff:8.8.8.8
      """;

  /** Hosts that some resolvers or parsers take for addresses, or that are not plain hosts. */
  public static final String ODD_HOSTS =
      """
      0 00 1 127.1 127.0.1 10.1 192.168.257 0x7f.1 0x7f.0.0.1 0x7f000001 0X7F000001 0x7F.0.0.0x1
      0x 0x.0x.0x.0x 127.0.0.0x 0177.0.0.1 0177.1 00177.0.0.1 017700000001 2130706433 3232235777
      2852039166 0xa9fea9fe 0xA9.0xFE.0xA9.0xFE 0251.0376.0251.0376 0251.254.169.254
      169.254.43518 169.16689662 127.0.0.01 127.00.00.01 127.000.000.001 010.0.0.1 08.8.8.8
      256.256.256.256 127.0.0.256 1.2.3.4.5 1.2.3 1.2.3.999 4294967296 99999999999999999999
      127.0.0.1. 127.1. 10.0.0.1. localhost. example.com. example.com.. example..com .example.com
      . .. 8.8.8.8. 1.1.1.1. 8.8 134744072 0x08080808 010.010.010.010
      foo.0x7f bar.123 example.0 1.2.3.4.0x5
      １２７.0.0.1 127.0.0.１ ①②⑦.⓪.⓪.① 127。0。0。1 127．0．0．1 ｌｏｃａｌｈｏｓｔ loca\u212Ahost
      l\u00f3calhost \u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3 ex\u00adample.com
      bücher.example %31%32%37.0.0.1 127%2e0%2e0%2e1 %6c%6fcalhost 127.0.0.1%00.example.com
      127.0.0.1%0a [127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:8.8.8.8] [::127.0.0.1]
      [0:0:0:0:0:0:0:1] [::0001] [0000::1] [::0] [2606:4700:0:0:0:0:0:1111] [2606:4700::01111]
      [2001:4860:4860:0::8888] [fe80::1%25eth0] [fe80::1%eth0] [::1%1] [2606:4700::1111%1] [::1
      ::1] ::1 2606:4700::1111 [[::1]] [] [:] [:::] [::g] [1.2.3.4.5] [v1.fe80::a] [::ffff:0x7f.1]
      [64:ff9b::127.0.0.1] [64:ff9b::8.8.8.8] -example.com example-.com exa$mple.com a+b.com
      example.com\\@127.0.0.1 exam,ple.com 127.0.0.1:80 user@example.com ex*mple.com *
      """;

  public static final String CLOSED_HOSTS =
      """
      127.0.0.1 0.0.0.0 10.0.0.1 169.254.169.254 100.100.100.200 168.63.129.16 192.168.1.1
      255.255.255.255 [::1] [::] [fe80::1] [fd00:ec2::254] [fc00::1] [ff02::1] [::7f00:1]
      [64:ff9b::7f00:1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::1] [2002:7f00:1::] [2002:a9fe:a9fe::1]
      [2001:db8::1] [2001::1] [FE80::1] [FD00::1] localhost LOCALHOST LocalHost a.localhost
      a.b.LOCALHOST
      """;

  public static final String PLAIN_HOSTS =
      """
      example.com EXAMPLE.com a.example hooks.example.co.uk xn--bcher-kva.example my_host.example
      8.8.8.8 1.1.1.1 255.example 1.2.3.4.example 127.0.0.1.nip.io 0x7f.example 3com.com
      localhost.example notlocalhost intranet 1and1.com a-b.example [2606:4700::1111]
      [2001:4860:4860::8888] [2606:4700:4700::1111] [2A00:1450:4001:81B::200E] [64:ff9b::808:808]
      [2002:808:808::1] 0xcafe.dev 123.host
      """;

  private AddressCorpus() {}

  public static Stream<String> split(String text) {
    return Stream.of(text.trim().split("\\s+"));
  }
}
